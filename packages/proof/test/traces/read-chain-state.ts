import { nativeToken, readVaults } from '@tandem/escrow'
import type { SideInput } from '@tandem/orderbook/project-order'
import { readEscrowLog } from '@tandem/orderbook/read-escrow-log'
import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, numberToHex } from 'viem'
import { placeOf } from '../../src/chain-moves.ts'
import { derived } from '../../src/readings.ts'
import { type Call, calls } from '../../src/registry.ts'
import type { Reading } from '../../src/rules.ts'
import type { World } from '../../src/world.ts'
import { succeeds } from './json-rpc.ts'
import type { LiveChain } from './live-chain.ts'
import type { LiveVault } from './live-vaults.ts'

type ChainEvent = SideInput['events'][number]

/** A real vault as it stands, and the events of it that count. */
export interface SeenVault {
  readonly reading: Reading
  readonly events: readonly ChainEvent[]
  /** Whether the registry takes each of its calls in the newest block. */
  readonly allowed: Readonly<Record<Call, boolean>>
}

/** The holdings of the parties of a trace, by {@link holderOf}. */
export type Holdings = Readonly<Record<string, bigint>>

export const holderOf = ({ chainId }: LiveChain, party: Address, token: Address): string =>
  `${party} of ${token} on ${chainId}`

/** Reads a vault as the services do. */
export async function readVaultState(world: World, index: number, live: LiveVault): Promise<SeenVault> {
  const { chain, vault, terms } = live
  const { client, registry } = chain
  const { depth } = derived(world, placeOf(world.scenario, index).order)
  const counted = chain.head() - depth + 1
  const viewAt = async (number: number) => {
    const [view] = await readVaults(client, { registry, vaults: [{ vault, terms }], blockNumber: BigInt(number) })
    if (view === undefined) throw new Error(`what stands at ${vault} does not answer as a vault`)
    return view
  }
  const timeOf = async (number: number) =>
    Number((await chain.ask<{ timestamp: Hex }>('eth_getBlockByNumber', [numberToHex(number), false])).timestamp)
  const [latest, atDepth, chainTime, timeAtDepth, allowed, logs] = await Promise.all([
    ...([viewAt(chain.head()), viewAt(counted), timeOf(chain.head()), timeOf(counted)] as const),
    ...([allowedCalls(live), readLogs(live)] as const),
  ])
  const createdAt = logs.find(({ kind }) => kind === 'created')?.blockTimestamp
  return {
    reading: { terms, latest, atDepth, chainTime, timeAtDepth, createdAt },
    events: logs.filter(({ blockNumber }) => blockNumber <= counted),
    allowed,
  }
}

async function allowedCalls({ chain, calls: callsOf }: LiveVault): Promise<SeenVault['allowed']> {
  const answers = await Promise.all(
    calls.map(async (name) => {
      const { to, data, value = 0n } = callsOf[name]
      return [name, await succeeds(chain.ask, { from: chain.stranger, to, data, value: numberToHex(value) })] as const
    }),
  )
  return Object.fromEntries(answers) as Record<Call, boolean>
}

type Log = { topics: readonly Hex[]; data: Hex } & Record<
  'blockNumber' | 'blockHash' | 'transactionHash' | 'logIndex' | 'blockTimestamp',
  Hex
>

/** The events of a vault, oldest first, as the watcher reads them. */
async function readLogs({ chain, vault }: LiveVault): Promise<ChainEvent[]> {
  const filter = { address: chain.registry, fromBlock: numberToHex(chain.first), toBlock: 'latest' }
  const logs = await chain.ask<Log[]>('eth_getLogs', [filter])
  return logs.flatMap((log) => {
    const event = readEscrowLog(log)
    if (event === undefined || getAddress(event.subject) !== vault) return []
    const { blockHash, transactionHash: txHash, logIndex, blockNumber, blockTimestamp } = log
    const place = { blockHash, txHash, logIndex: Number(logIndex) }
    return [{ ...event, ...place, blockNumber: BigInt(blockNumber), blockTimestamp: Number(blockTimestamp) }]
  })
}

/** The holdings of the parties to these vaults on a chain. */
export async function readHoldings(chain: LiveChain, vaults: readonly LiveVault[]): Promise<Holdings> {
  const holders = new Map<string, Promise<Hex>>()
  for (const { terms, ...vault } of vaults)
    for (const party of [terms.creator, terms.recipient])
      if (vault.chain === chain)
        holders.set(holderOf(chain, party, terms.token), readBalance(chain, party, terms.token))
  const held = await Promise.all(
    [...holders].map(async ([holder, balance]) => [holder, BigInt(await balance)] as const),
  )
  return Object.fromEntries(held)
}

function readBalance({ ask }: LiveChain, party: Address, token: Address): Promise<Hex> {
  if (token === nativeToken) return ask('eth_getBalance', [party, 'latest'])
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [party] })
  return ask('eth_call', [{ to: token, data }, 'latest'])
}
