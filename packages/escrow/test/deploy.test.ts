import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { createPublicClient, createTestClient, http } from 'viem'
import { inspectEscrow } from '../src/deploy.ts'

let anvil: LocalAnvil

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_339 })
})
afterAll(() => anvil.stop())

const root = join(import.meta.dirname, '../../..')

/** Runs the command as `npm run deploy:escrow` does. */
function deploy(args: string[], env: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const node = ['--conditions=tandem:source', '--import', 'tsx', '--no-warnings', 'packages/escrow/scripts/deploy.ts']
  const child = spawn('node', [...node, ...args], { cwd: root, env: { PATH: process.env.PATH ?? '', ...env } })
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
    ['no URL', [], {}, 'Usage'],
    ['no key', ['--rpc-url', 'ANVIL'], {}, 'DEPLOYER_PRIVATE_KEY is not set'],
    ['a bad key', ['--rpc-url', 'ANVIL'], { DEPLOYER_PRIVATE_KEY: '0xabcd' }, 'must be 0x and 64 hex digits'],
  ])('refuses %s, and says what is missing', async (_, args, env, message) => {
    const { code, output } = await deploy(
      args.map((arg) => (arg === 'ANVIL' ? anvil.rpcUrl : arg)),
      env,
    )
    expect(code).toBe(1)
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
