import type { Network } from '@tandem/contracts'
import { inspectEscrow, inspectHopBridge } from '@tandem/escrow/deploy'
import type { Command } from 'commander'
import { type Address, createClient } from 'viem'
import { getBalance, getBlock, getChainId } from 'viem/actions'
import { chainTransport } from '../chain-transport.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../failure.ts'
import type { Settings } from '../settings.ts'

interface Finding {
  of: string
  check: string
  isRight: boolean
  found: string
}

/** Seconds by which the clocks of a chain and of this machine may differ, above the time of ten blocks. */
const clockSecs = 60

export function doctorCommand(program: Command, { io, settings, end }: Context): void {
  program
    .command('doctor')
    .description('looks whether everything that a swap needs is there: services, chains, clocks, contracts, balances')
    .option('--address <address>', 'whose gas money is looked at')
    .addHelpText('after', '\nExample:\n  tandem --network network.json --rpc base=https://… doctor')
    .action(async ({ address }: { address?: Address }) => {
      const at = settings()
      const withRegistry = at.network().chains.filter(({ registry_address }) => registry_address !== null)
      const stop = io.waiting('looking')
      const findings = (
        await Promise.all([inspectServices(at), ...withRegistry.map((chain) => inspectChain(at, chain, address))])
      ).flat()
      stop()
      if (at.json) io.json({ findings })
      else
        for (const { of, check, isRight, found } of findings) io.out(`${isRight ? '✓' : '✗'} ${of}: ${check}: ${found}`)
      end(findings.every(({ isRight }) => isRight) ? exitCodes.done : exitCodes.failed)
    })
}

async function inspectServices(settings: Settings): Promise<Finding[]> {
  const client = settings.client()
  return Promise.all([
    found('orderbook', 'is ready', async () => void (await client.getOrderbookReadiness())),
    found('relayer', 'is ready', async () => void (await client.getRelayerReadiness())),
  ])
}

async function inspectChain(
  settings: Settings,
  chain: Network['chains'][number],
  address: Address | undefined,
): Promise<Finding[]> {
  const { chain: name } = chain
  const urls = settings.endpoints()[name] ?? []
  if (urls.length === 0)
    return [{ of: name, check: 'endpoint', isRight: false, found: `none: --rpc ${name}=URL, or RPC_URLS` }]
  const all = urls.map((url, index) => inspectEndpoint(url, `${name} endpoint ${index + 1}`, chain, address))
  return (await Promise.all(all)).flat()
}

/** Each endpoint is looked at by itself, so that the wrong one shows. */
function inspectEndpoint(
  url: string,
  of: string,
  chain: Network['chains'][number],
  address: Address | undefined,
): Promise<Finding[]> {
  const { chain_id: wanted, registry_address: registry, block_time_ms: blockMs, hop_bridge_address: bridge } = chain
  const client = createClient({ transport: chainTransport([url]) })
  return Promise.all([
    found(of, 'chain', async () => {
      const id = await getChainId(client)
      return id === wanted ? `chain ${id}` : new Error(`is of chain ${id}, not ${wanted}`)
    }),
    found(of, 'clock', async () => {
      const { timestamp, number } = await getBlock(client)
      const behind = Math.floor(Date.now() / 1000) - Number(timestamp)
      const text = `block ${number} is ${behind} s old`
      return Math.abs(behind) <= clockSecs + ((blockMs ?? 1000) * 10) / 1000 ? text : new Error(text)
    }),
    found(of, 'registry', async () => {
      const { state } = await inspectEscrow(client, registry as Address)
      return state === 'deployed' ? 'is this version’s code' : new Error(state)
    }),
    ...(bridge === null
      ? []
      : [
          found(of, 'hop bridge', async () => {
            const state = await inspectHopBridge(client, bridge as Address)
            return state === 'deployed' ? 'is this version’s code' : new Error(state)
          }),
        ]),
    ...(address === undefined
      ? []
      : [
          found(of, 'gas money', async () => {
            const wei = await getBalance(client, { address })
            return wei > 0n ? `${wei} wei` : new Error('none')
          }),
        ]),
  ])
}

async function found(of: string, check: string, look: () => Promise<string | Error | undefined>): Promise<Finding> {
  try {
    const answer = await look()
    if (answer instanceof Error) return { of, check, isRight: false, found: answer.message }
    return { of, check, isRight: true, found: answer ?? 'yes' }
  } catch (error) {
    return { of, check, isRight: false, found: (error as Error).message.split('\n')[0] ?? 'failed' }
  }
}
