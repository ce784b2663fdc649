import type { ChainConfig } from '@tandem/contracts'
import {
  type Client,
  createClient,
  type Hex,
  hexToBigInt,
  hexToNumber,
  http,
  isHash,
  isHex,
  numberToHex,
  type RpcBlock,
  type RpcTransactionReceipt,
  webSocket,
} from 'viem'
import type { ChainEvent } from './chain-event.ts'
import {
  eventOf,
  hasUselessBloom,
  isOfSource,
  makeEventReader,
  mayHoldEvents,
  type SealedLog,
  sealedLogOf,
} from './event-reader.ts'
import { isHashOfHeader } from './header-hash.ts'
import { lowerHex } from './lower-hex.ts'
import { eventKey, type Header, type Provider, type ProviderOptions } from './provider.ts'
import { blaming, ProviderError, providerErrorOf } from './provider-error.ts'
import { providerFetch } from './provider-fetch.ts'
import { receiptsRootOf } from './receipts-root.ts'

/** An endpoint of a chain, asked by JSON-RPC. */
export function makeProvider(config: ChainConfig, url: string, options: ProviderOptions): Provider {
  const { name } = options
  const provider = makeReader(config, url, options)
  return {
    ...provider,
    verify: blaming(name, provider.verify),
    head: blaming(name, provider.head),
    tagged: blaming(name, provider.tagged),
    header: blaming(name, provider.header),
    eventsOf: blaming(name, provider.eventsOf),
    eventsIn: blaming(name, provider.eventsIn),
    hasReceiptOf: blaming(name, provider.hasReceiptOf),
    provenEvents: blaming(name, provider.provenEvents),
  }
}

/** The same, which may throw anything at an answer of another form. */
function makeReader(config: ChainConfig, url: string, options: ProviderOptions): Provider {
  const { name, source } = options
  const request = requester(url, options)
  const wrong = (what: string) => new ProviderError('wrong_data', `${name} ${what}`)

  async function block(tag: Hex | 'latest' | 'safe' | 'finalized'): Promise<Header> {
    const answer = await request<RpcBlock | null>('eth_getBlockByNumber', [tag, false])
    if (answer == null) throw new ProviderError('behind', `${name} has no block ${tag}`)
    if (!isBlock(answer)) throw wrong(`answered something that is no block for ${tag}`)
    if (isHex(tag) && hexToBigInt(answer.number) !== hexToBigInt(tag)) throw wrong(`has another block at ${tag}`)
    const header = headerOf(answer)
    const aheadSecs = header.timestamp - Math.floor(options.now() / 1_000)
    if (aheadSecs > options.maxAheadSecs) throw wrong(`names block ${header.number}, ${aheadSecs} s ahead of the clock`)
    return header
  }

  return {
    name,
    async verify() {
      const chainId = await request<unknown>('eth_chainId', [])
      if (!isHex(chainId) || hexToNumber(chainId) !== config.chain_id)
        throw wrong(`is of another chain than ${config.chain_id} (${config.chain})`)
    },
    head: () => block('latest'),
    tagged: block,
    header: (number) => block(numberToHex(number)),
    mayHoldEvents: (header) => mayHoldEvents(source, header),
    hasUselessBloom,
    ...makeEventReader({ ...options, request, block }),

    async hasReceiptOf(event) {
      const receipt = await request<RpcTransactionReceipt | null>('eth_getTransactionReceipt', [event.txHash])
      if (receipt == null || !Array.isArray(receipt.logs)) return false
      const isOfEvent = ({ blockHash, logIndex }: SealedLog) =>
        blockHash === event.blockHash && hexToNumber(logIndex) === event.logIndex
      const log = sealedLogsOf(receipt).find(isOfEvent)
      if (log === undefined || !isOfSource(source, log)) return false
      const block = {
        number: event.blockNumber,
        hash: event.blockHash,
        timestamp: event.blockTimestamp,
        isProven: false,
      }
      return eventOf(source, log, block).some((one) => isSameEvent(one, event))
    },

    async provenEvents({ number, hash }) {
      const header = await block(numberToHex(number))
      if (header.hash !== hash) return undefined
      const receipts = await request<unknown>('eth_getBlockReceipts', [numberToHex(number)]).catch((error: unknown) => {
        // Not every endpoint offers it.
        if (error instanceof ProviderError && error.class === 'other') return undefined
        throw error
      })
      if (!Array.isArray(receipts) || receiptsRootOf(receipts) !== header.receiptsRoot) return undefined
      // The root covers the order of logs; the index that each of them names is a mere word.
      const logs = receipts.flatMap(sealedLogsOf).map((log, index) => ({ ...log, logIndex: numberToHex(index) }))
      return {
        events: logs.filter((log) => isOfSource(source, log)).flatMap((log) => eventOf(source, log, header)),
        by: header.isProven ? 'hash' : 'root',
      }
    },
  }
}

/** Sends requests over HTTP or a WebSocket, each with a deadline that holds for its body too. Never tries again. */
function requester(url: string, { name, timeoutMs, onRequest }: ProviderOptions) {
  const transport = url.startsWith('ws')
    ? webSocket(url, { timeout: timeoutMs, retryCount: 0 })
    : http(url, { timeout: 0, retryCount: 0, fetchFn: providerFetch(timeoutMs) })
  const client: Client = createClient({ transport })
  return async <T>(method: string, params: unknown[]): Promise<T> => {
    const started = performance.now()
    try {
      return (await client.request({ method, params } as never)) as T
    } catch (error) {
      throw providerErrorOf(name, method, error)
    } finally {
      onRequest?.(method, (performance.now() - started) / 1_000)
    }
  }
}

type SealedBlock = RpcBlock & { number: Hex; hash: Hex; logsBloom: Hex; receiptsRoot: Hex }
const isBlock = (answer: RpcBlock): answer is SealedBlock =>
  [answer.hash, answer.parentHash].every((one) => one !== null && isHash(one)) &&
  [answer.number, answer.timestamp, answer.logsBloom, answer.receiptsRoot].every((one) => isHex(one))

const headerOf = (block: SealedBlock): Header => ({
  number: hexToBigInt(block.number),
  hash: lowerHex(block.hash),
  parentHash: lowerHex(block.parentHash),
  timestamp: hexToNumber(block.timestamp),
  logsBloom: lowerHex(block.logsBloom),
  receiptsRoot: lowerHex(block.receiptsRoot),
  isProven: isHashOfHeader(block),
})

/** The logs of a receipt. @throws TypeError when one is none: left out, it would be proven not to be there. */
function sealedLogsOf({ logs }: RpcTransactionReceipt): SealedLog[] {
  return logs.map((one) => {
    const log = sealedLogOf(one)
    if (log === undefined) throw new TypeError('a log of a receipt has another form')
    return log
  })
}

const isSameEvent = (one: ChainEvent, other: ChainEvent): boolean => eventKey(one) === eventKey(other)
