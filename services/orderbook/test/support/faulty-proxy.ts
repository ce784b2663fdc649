import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type Hex, hexToNumber, keccak256, numberToHex } from 'viem'

/** The fault of a proxy, until the test sets another one. */
export type Fault =
  /** Accepts the request and never answers. */
  | { kind: 'hang' }
  /** Answers the headers and half a body, and then sends nothing more. */
  | { kind: 'stall' }
  | { kind: 'drop_connection' }
  | { kind: 'malformed_json' }
  /** Answers 100 kB of gzip, which are 100 MB of spaces. */
  | { kind: 'packed_flood' }
  | { kind: 'rate_limit'; retryAfterSecs: number }
  /** Leaves out the last log of every answer. */
  | { kind: 'missing_log' }
  /** Answers without any log, and on request with empty bloom filters. */
  | { kind: 'no_logs'; blooms: 'empty' | 'true' }
  /** Answers truthfully but with empty bloom filters, as some chains do. */
  | { kind: 'empty_blooms' }
  /** Adds a log that no transaction emitted, in a canonical block. */
  | { kind: 'extra_log' }
  /** Names another block for every log. */
  | { kind: 'foreign_log' }
  /** Does not know the last blocks, as a node that lags behind. */
  | { kind: 'lag'; blocks: number }
  | { kind: 'refuse_ranges'; widest: number; shape: 'limit_exceeded' | 'invalid_params' }
  /** Names a wrong latest block: one that does not exist yet, an old one, or another one with the same number. */
  | { kind: 'lying_head'; head: 'ahead' | 'behind' | 'fork' }
  /** Adds this many seconds to the time of every block. */
  | { kind: 'wrong_time'; secs: number }
  /** Shows another branch from this number on, each block linked to the one before. */
  | { kind: 'forked'; from: number }
  /** Answers what the function makes of the true result. */
  | { kind: 'edit'; edit(method: string, result: unknown): unknown }

export interface FaultyProxy {
  readonly url: string
  /** The endpoint's name in the watcher's metrics, without its position. */
  readonly host: string
  misbehave(fault: Fault | undefined): void
  /** How many requests of each method came since the start. */
  readonly calls: ReadonlyMap<string, number>
  stop(): Promise<void>
}

type Request = { id: unknown; method: string; params: unknown[] }
type Block = { number: Hex; hash: Hex; parentHash: Hex; timestamp: Hex }
type Log = { blockNumber: Hex; blockHash: Hex; transactionHash: Hex; logIndex: Hex; topics: Hex[] }
type LogFilter = { fromBlock?: Hex; toBlock?: Hex; blockHash?: Hex }
type Answer = { result: unknown } | { error: { code: number; message: string } }

/** A JSON-RPC endpoint on the loopback that forwards everything to a good one, and misbehaves on command. */
export async function startFaultyProxy(upstream: string): Promise<FaultyProxy> {
  let fault: Fault | undefined
  const calls = new Map<string, number>()
  const ask = async (method: string, params: unknown[]): Promise<Answer> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch(upstream, { method: 'POST', headers, body })).json()) as Answer
  }
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = (await json(incoming)) as Request
    calls.set(request.method, (calls.get(request.method) ?? 0) + 1)
    if (fault === undefined || !breakTransport(fault, incoming, response)) {
      const answer = await answerOf(fault, request, ask)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ...answer, jsonrpc: '2.0', id: request.id }))
    }
  }
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    calls,
    misbehave(next) {
      fault = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Breaks the connection if the fault demands it.
 * @returns whether it did.
 */
function breakTransport(fault: Fault, incoming: IncomingMessage, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'hang':
      return true
    case 'stall':
      response.setHeader('content-type', 'application/json')
      response.write('{"jsonrpc":"2.0",')
      return true
    case 'drop_connection':
      incoming.socket.destroy()
      return true
    case 'malformed_json':
      response.setHeader('content-type', 'application/json')
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x')
      return true
    case 'packed_flood':
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' })
      response.end(gzipSync(Buffer.alloc(100_000_000, ' ')))
      return true
    case 'rate_limit':
      response.writeHead(429, { 'retry-after': String(fault.retryAfterSecs), 'content-type': 'application/json' })
      response.end('{"jsonrpc":"2.0","id":1,"error":{"code":429,"message":"Too Many Requests"}}')
      return true
    default:
      return false
  }
}

type Ask = (method: string, params: unknown[]) => Promise<Answer>

async function answerOf(fault: Fault | undefined, { method, params }: Request, ask: Ask): Promise<Answer> {
  if (fault === undefined) return ask(method, params)
  if (fault.kind === 'edit') return { result: fault.edit(method, resultOf(await ask(method, params))) }
  if (method === 'eth_getLogs') return logsOf(fault, params[0] as LogFilter, ask)
  if (method === 'eth_getBlockByNumber') return blockOf(fault, params[0] as Hex | 'latest', ask)
  return ask(method, params)
}

const numberOf = async (ask: Ask): Promise<number> => hexToNumber(resultOf(await ask('eth_blockNumber', [])) as Hex)
const resultOf = (answer: Answer): unknown => ('result' in answer ? answer.result : null)
const getBlock = async (ask: Ask, number: number): Promise<Block> =>
  resultOf(await ask('eth_getBlockByNumber', [numberToHex(number), false])) as Block
const otherHash = (hash: Hex): Hex => keccak256(hash)

async function blockOf(fault: Fault, tag: Hex | 'latest', ask: Ask): Promise<Answer> {
  const latest = await numberOf(ask)
  const number = tag === 'latest' ? latest : hexToNumber(tag)
  switch (fault.kind) {
    case 'lag': {
      const last = Math.max(0, latest - fault.blocks)
      if (tag !== 'latest' && number > last) return { result: null }
      return { result: await getBlock(ask, Math.min(number, last)) }
    }
    case 'lying_head': {
      if (tag !== 'latest') break
      if (fault.head === 'behind') return { result: await getBlock(ask, Math.max(0, latest - 5)) }
      const block = await getBlock(ask, latest)
      const hash = otherHash(block.hash)
      if (fault.head === 'fork') return { result: { ...block, hash } }
      return { result: { ...block, hash, number: numberToHex(latest + 1_000_000) } }
    }
    case 'no_logs':
    case 'empty_blooms': {
      const block = await getBlock(ask, number)
      if (fault.kind === 'no_logs' && fault.blooms === 'true') return { result: block }
      return { result: block && { ...block, logsBloom: `0x${'0'.repeat(512)}` } }
    }
    case 'wrong_time': {
      const block = await getBlock(ask, number)
      return { result: block && { ...block, timestamp: numberToHex(hexToNumber(block.timestamp) + fault.secs) } }
    }
    case 'forked': {
      const block = await getBlock(ask, number)
      if (block === null || number < fault.from) return { result: block }
      const parentHash = number === fault.from ? block.parentHash : otherHash(block.parentHash)
      return { result: { ...block, hash: otherHash(block.hash), parentHash } }
    }
  }
  return ask('eth_getBlockByNumber', [tag, false])
}

async function logsOf(fault: Fault, filter: LogFilter, ask: Ask): Promise<Answer> {
  const [from, to] = [hexToNumber(filter.fromBlock ?? '0x0'), hexToNumber(filter.toBlock ?? '0x0')]
  if (fault.kind === 'refuse_ranges' && to - from + 1 > fault.widest) return { error: refusals[fault.shape] }
  const answer = await ask('eth_getLogs', [filter])
  if ('error' in answer) return answer
  const logs = answer.result as Log[]
  switch (fault.kind) {
    case 'no_logs':
      return { result: [] }
    case 'missing_log':
      return { result: logs.slice(0, -1) }
    case 'foreign_log':
      return { result: logs.map((log) => ({ ...log, blockHash: otherHash(log.blockHash) })) }
    case 'extra_log':
      return { result: logs.flatMap((log) => [log, inventedFrom(log)]) }
    case 'lag': {
      const last = (await numberOf(ask)) - fault.blocks
      return { result: logs.filter(({ blockNumber }) => hexToNumber(blockNumber) <= last) }
    }
    default:
      return answer
  }
}

/** The same event again, from a transaction that was never sent. */
const inventedFrom = (log: Log): Log => ({
  ...log,
  logIndex: numberToHex(hexToNumber(log.logIndex) + 1),
  transactionHash: otherHash(log.transactionHash),
})

const refusals = {
  limit_exceeded: { code: -32_005, message: 'query returned more than 10000 results' },
  invalid_params: { code: -32_602, message: 'eth_getLogs is limited to a smaller block range' },
}

export interface Cable {
  readonly url: string
  /** Cuts every connection and accepts none. */
  cut(): Promise<void>
  /** Accepts connections again, on the same port. */
  mend(): Promise<void>
}

/** A WebSocket endpoint on the loopback that forwards bytes to another one until it is cut. */
export async function startCable(upstream: string): Promise<Cable> {
  const target = new URL(upstream)
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    const out = connect(Number(target.port), target.hostname)
    for (const one of [socket, out]) {
      sockets.add(one)
      one.on('error', () => one.destroy())
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        out.destroy()
      })
    }
    socket.pipe(out).pipe(socket)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    async cut() {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: () => listen(port),
  }
}
