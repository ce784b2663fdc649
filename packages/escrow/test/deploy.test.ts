import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type LocalAnvil, programArgs, startAnvil } from '@tandem/local-services'
import { createPublicClient, createTestClient, createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deployContractDeterministic, inspectEscrow, inspectHopBridge } from '../src/deploy.ts'
import { hopBridgeAbi } from '../src/generated/abi.ts'
import { hopBridgeBytecode } from '../src/generated/bytecode.ts'

let anvil: LocalAnvil

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_339 })
})
afterAll(() => anvil.stop())

const root = join(import.meta.dirname, '../../..')

/** Runs the command as `node scripts/run.mjs deploy:escrow` does. */
function deploy(args: string[], env: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const script = join(root, 'packages/escrow/scripts/deploy.ts')
  const child = spawn('node', [...programArgs(script), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

const inspect = () => inspectEscrow(createPublicClient({ transport: http(anvil.rpcUrl) }))
const key = () => anvil.accounts[0]?.privateKey ?? ''

describe('the deployment of the registry', () => {
  it('sends nothing with --dry-run', async () => {
    const { code, output } = await deploy(['--rpc-url', anvil.rpcUrl, '--dry-run'])
    expect(output).toContain('nothing was sent')
    expect(code).toBe(0)
    await expect(inspect()).resolves.toMatchObject({ state: 'missing', hasDeployer: true })
  })

  it.each([
    ['no URL', [], {}, 'Usage', 2],
    ['no key', ['--rpc-url', 'ANVIL'], {}, 'DEPLOYER_PRIVATE_KEY is not set', 1],
    ['a bad key', ['--rpc-url', 'ANVIL'], { DEPLOYER_PRIVATE_KEY: '0xabcd' }, 'must be 0x and 64 hex digits', 1],
  ])('refuses %s, and says what is missing', async (_, args, env, message, status) => {
    const { code, output } = await deploy(
      args.map((arg) => (arg === 'ANVIL' ? anvil.rpcUrl : arg)),
      env,
    )
    expect(code).toBe(status)
    expect(output).toContain(message)
    expect(output).not.toContain('0xabcd')
  })

  it('deploys and verifies once, and does nothing the second time', async () => {
    const first = await deploy(['--rpc-url', anvil.rpcUrl], { DEPLOYER_PRIVATE_KEY: key() })
    expect(first.output).toContain('deployed, and verified')
    expect(first.code).toBe(0)
    const { registry, state } = await inspect()
    expect(state).toBe('deployed')
    const second = await deploy(['--rpc-url', anvil.rpcUrl], { DEPLOYER_PRIVATE_KEY: key() })
    expect(second.output).toContain('deployed before, and verified')
    expect(second.output).toContain(registry)
    expect(first.output + second.output).not.toContain(key().slice(2))
  })

  it('says when other code stands there', async () => {
    const { registry } = await inspect()
    const test = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    await test.setCode({ address: registry, bytecode: '0x00' })
    await expect(inspect()).resolves.toMatchObject({ state: 'other_code' })
    const { code, output } = await deploy(['--rpc-url', anvil.rpcUrl], { DEPLOYER_PRIVATE_KEY: key() })
    expect(output).toContain('Other code than the registry')
    expect(code).toBe(1)
  })
})

describe('the look at a HopBridge', () => {
  const publicClient = () => createPublicClient({ transport: http(anvil.rpcUrl) })
  const account = () => privateKeyToAccount(key() as Hex)

  it.each([
    [60, '0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf'],
    [172_800, '0x1000000000000000000000000000000000000001'],
  ])('knows this build, whatever delay (%d s) and Teleporter registry it was given', async (delay, teleporter) => {
    const { address } = await deployContractDeterministic({
      publicClient: publicClient(),
      walletClient: createWalletClient({ account: account(), transport: http(anvil.rpcUrl) }),
      abi: hopBridgeAbi,
      bytecode: hopBridgeBytecode,
      args: [account().address, teleporter, delay],
    })
    await expect(inspectHopBridge(publicClient(), address)).resolves.toBe('deployed')
    const code = (await publicClient().getCode({ address })) ?? '0x'
    const test = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    await test.setCode({ address, bytecode: `${code.slice(0, -2)}${code.endsWith('00') ? '01' : '00'}` as Hex })
    await expect(inspectHopBridge(publicClient(), address)).resolves.toBe('other_code')
  })

  it('says when nothing stands there', async () => {
    const address = '0x2000000000000000000000000000000000000002'
    await expect(inspectHopBridge(publicClient(), address)).resolves.toBe('missing')
  })
})
