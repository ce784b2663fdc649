import type { ChainConfig } from '@tandem/contracts'
import { decodeEscrowLog, escrowEventTopics } from '@tandem/escrow'
import {
  type Address,
  type Client,
  createClient,
  type Hex,
  hexToBigInt,
  hexToNumber,
  http,
  numberToHex,
  type RpcBlock,
  type RpcLog,
  webSocket,
} from 'viem'
import { type ChainEvent, payloadOf } from './chain-event.ts'
import { mayContain } from './logs-bloom.ts'

/** A block as far as the watcher looks at it. `timestamp` in unix seconds. */
export type Header = {
  readonly number: bigint
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: number
  readonly logsBloom: Hex
}

/** One endpoint of a chain. Every call throws when the endpoint fails or its answers do not fit together. */
export interface Provider {
  /** Host of the endpoint, for logs and metrics: the rest of the URL may hold a key. */
  readonly name: string
  verify(): Promise<void>
  head(): Promise<Header>
  header(number: bigint): Promise<Header>
  /** The registry's events of a range whose blocks are `headers`, complete and on the same chain as these. */
  eventsOf(headers: readonly Header[]): Promise<ChainEvent[]>
  /** The registry's events of a range too wide to fetch every header; blocks with events are fetched. */
  eventsIn(fromBlock: bigint, toBlock: bigint): Promise<ChainEvent[]>
}

const requestTimeoutMs = 10_000

/** The provider gave answers that cannot both be true: it lags behind, or several machines stand behind one URL. */
export class InconsistentProviderError extends Error {
  override readonly name = 'InconsistentProviderError'
}

export function makeProvider(config: ChainConfig, url: string): Provider {
  const transport = url.startsWith('ws')
    ? webSocket(url, { timeout: requestTimeoutMs })
    : http(url, { timeout: requestTimeoutMs, retryCount: 1 })
  const client: Client = createClient({ transport })
  const registry = config.registry_address as Address
  const name = new URL(url).host

  const block = async (tag: Hex | 'latest'): Promise<Header> => {
    const answer = (await client.request({ method: 'eth_getBlockByNumber', params: [tag, false] })) as RpcBlock | null
    if (answer?.hash == null || answer.number === null)
      throw new InconsistentProviderError(`${name} has no block ${tag}`)
    return headerOf(answer)
  }
  const logs = async (filter: { fromBlock: Hex; toBlock: Hex } | { blockHash: Hex }): Promise<RpcLog[]> =>
    (await client.request({
      method: 'eth_getLogs',
      params: [{ address: registry, topics: [[...escrowEventTopics]], ...filter }],
    } as never)) as RpcLog[]

  return {
    name,
    async verify() {
      const chainId = hexToNumber((await client.request({ method: 'eth_chainId' })) as Hex)
      if (chainId !== config.chain_id)
        throw new Error(`${name} is chain ${chainId}, not ${config.chain_id} (${config.chain})`)
    },
    head: () => block('latest'),
    header: (number) => block(numberToHex(number)),

    async eventsOf(headers) {
      const [first, last] = [headers[0], headers.at(-1)]
      if (first === undefined || last === undefined) return []
      const found = await logs({ fromBlock: numberToHex(first.number), toBlock: numberToHex(last.number) })
      const byHash = new Map(headers.map((header) => [header.hash, header]))
      const perBlock = await Promise.all(
        headers.map(async (header) => {
          const here = found.filter((log) => log.blockHash === header.hash)
          // The bloom says that there may be events, and the range query showed none: ask for this very block.
          if (here.length > 0 || !mayHoldEvents(header, registry)) return here
          return logs({ blockHash: header.hash })
        }),
      )
      const stray = found.find((log) => log.blockHash === null || !byHash.has(log.blockHash))
      if (stray !== undefined) throw new InconsistentProviderError(`${name} returned logs of another chain of blocks`)
      return perBlock.flat().flatMap((log) => eventOf(log, byHash))
    },

    async eventsIn(fromBlock, toBlock) {
      const found = await logs({ fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) })
      const numbers = [...new Set(found.map((log) => log.blockNumber))]
      const byHash = new Map<Hex, Header>()
      for (const number of numbers) {
        if (number === null) throw new InconsistentProviderError(`${name} returned a pending log`)
        const header = await block(number)
        byHash.set(header.hash, header)
      }
      if (found.some((log) => log.blockHash === null || !byHash.has(log.blockHash))) {
        throw new InconsistentProviderError(`${name} returned logs of another chain of blocks`)
      }
      return found.flatMap((log) => eventOf(log, byHash))
    },
  }
}

const headerOf = (block: RpcBlock): Header => ({
  number: hexToBigInt(block.number as Hex),
  hash: block.hash as Hex,
  parentHash: block.parentHash,
  timestamp: hexToNumber(block.timestamp),
  logsBloom: block.logsBloom as Hex,
})

const mayHoldEvents = ({ logsBloom }: Header, registry: Address): boolean =>
  mayContain(logsBloom, registry) && escrowEventTopics.some((topic) => mayContain(logsBloom, topic))

function eventOf(log: RpcLog, headers: ReadonlyMap<Hex, Header>): ChainEvent[] {
  const header = headers.get(log.blockHash as Hex)
  const event = decodeEscrowLog(log)
  if (header === undefined || event === undefined || log.transactionHash === null || log.logIndex === null) return []
  return [
    {
      blockNumber: header.number,
      blockHash: header.hash,
      blockTimestamp: header.timestamp,
      txHash: log.transactionHash,
      logIndex: hexToNumber(log.logIndex),
      vault: event.vault,
      kind: event.type,
      payload: payloadOf(event),
    },
  ]
}
