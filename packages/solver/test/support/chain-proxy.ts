import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type Hex, hexToNumber, keccak256, numberToHex, parseTransaction, toFunctionSelector } from 'viem'

/** A proxy lies about one thing: of all else it tells what its chain shows. */
export type Tale =
  /** Knows nothing of the last blocks. */
  | { kind: 'lag'; blocks: number }
  /** Names blocks that do not exist on top of the true chain, the newest with this time. */
  | { kind: 'ahead'; blocks: number; time: number }
  /** Shows other hashes from this block on, and may lag besides. */
  | { kind: 'fork'; from: number; behind?: number }
  /** Tells the true hash of every block from this one on beside a time that is later by so much, and lags. */
  | { kind: 'late_times'; from: number; secs: number; behind: number }
  | { kind: 'other_chain' }
  | { kind: 'down' }
  /** Counts so many nonces of every account. */
  | { kind: 'nonces'; count: number }
  /** The same, as lying in the pool. */
  | { kind: 'pooled'; count: number }
  /** Says that every call uses so much gas. */
  | { kind: 'gas'; units: number }
  /** Takes transactions, hands none on, and knows no receipt. */
  | { kind: 'keep' }
  /** Shows a receipt of whatever it is asked for. */
  | { kind: 'receipts'; status: '0x1' | '0x0' }
  /** The same, and says that inclusion costs nothing, and that so many nonces are used. */
  | { kind: 'thief'; count: number }
  /** Keeps what it is handed, and counts the nonces that were used when it stopped. */
  | { kind: 'stopped'; count: number }
  /** Says that no account may spend anything of another one's tokens. */
  | { kind: 'no_allowance' }
  /** Says that the routes of every bridge are open. */
  | { kind: 'bridge' }
  /** Says that every account holds so much, and that any call can be made. */
  | { kind: 'rich'; wei: bigint }
  /** Says that inclusion costs so much. */
  | { kind: 'tip'; wei: bigint }
  /** Answers everything but transactions. */
  | { kind: 'no_sending' }
  /** Tells nothing of blocks. */
  | { kind: 'no_blocks' }
  /** Says that inclusion costs nothing. */
  | { kind: 'free' }
  /** Says that a block and a tip cost so much and hands no transaction on: it takes them, or refuses them by these words. */
  | { kind: 'prices'; baseFee: bigint; tip: bigint; refusal?: string; gas?: number }
  /** Is honest, of a chain whose nodes refuse a transaction with a lower tip. */
  | { kind: 'least_tip'; wei: bigint }
  /** Takes questions and never answers. */
  | { kind: 'hang' }

export interface ChainProxy {
  readonly url: string
  readonly host: string
  tale: Tale | undefined
  /** How often each method was asked for. */
  readonly calls: Map<string, number>
  /** The transactions that it was handed, signed. */
  readonly offered: Hex[]
  stop(): Promise<void>
}

interface Block {
  number: Hex
  hash: Hex
  timestamp: Hex
  baseFeePerGas?: Hex
}
type Ask = <T>(method: string, params: unknown[]) => Promise<T>

/** An endpoint in front of a real chain that lags or lies about its blocks on command. */
export async function startChainProxy(upstream: string): Promise<ChainProxy> {
  const forward = async (method: string, params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(upstream, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return (await answer.json()) as { result?: unknown }
  }
  const ask = async <T>(method: string, params: unknown[]) => (await forward(method, params)).result as T

  async function serve(incoming: IncomingMessage): Promise<object> {
    const { id, method, params } = (await json(incoming)) as { id: unknown; method: string; params: unknown[] }
    const { tale } = proxy
    proxy.calls.set(method, (proxy.calls.get(method) ?? 0) + 1)
    if (method === 'eth_sendRawTransaction') proxy.offered.push(params[0] as Hex)
    if (tale?.kind === 'down') throw new Error('down')
    if (tale?.kind === 'no_sending' && method === 'eth_sendRawTransaction') throw new Error('no sending')
    if (tale?.kind === 'no_blocks' && method === 'eth_getBlockByNumber') throw new Error('no blocks')
    if (tale?.kind === 'hang') await new Promise(() => undefined)
    if (tale?.kind === 'other_chain' && method === 'eth_chainId') return { jsonrpc: '2.0', id, result: '0x1' }
    const refusal = tale && method === 'eth_sendRawTransaction' ? refusalOf(tale, params[0] as Hex) : undefined
    if (refusal !== undefined) return { jsonrpc: '2.0', id, error: { code: -32000, message: refusal } }
    const invented = tale && inventedBy(tale, method, params)
    if (invented !== undefined) return { jsonrpc: '2.0', id, result: invented }
    if (tale !== undefined && method === 'eth_getBlockByNumber')
      return { jsonrpc: '2.0', id, result: await blockOf(tale, params[0] as Hex | 'latest', ask) }
    return { ...(await forward(method, params)), id }
  }

  const server = createServer((incoming, response) => {
    serve(incoming).then(
      (answer) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const proxy: ChainProxy = {
    url: `http://${host}`,
    host,
    tale: undefined,
    calls: new Map(),
    offered: [],
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}

/** The words by which a transaction is refused. */
function refusalOf(tale: Tale, raw: Hex): string | undefined {
  if (tale.kind === 'prices') return tale.refusal
  const { maxPriorityFeePerGas = 0n } = parseTransaction(raw)
  return tale.kind === 'least_tip' && maxPriorityFeePerGas < tale.wei
    ? 'transaction underpriced: gas tip cap'
    : undefined
}

/** An answer for which the chain is not asked. */
function inventedBy(tale: Tale, method: string, params: unknown[]): object | Hex | null | undefined {
  if ('count' in tale && method === 'eth_getTransactionCount')
    return tale.kind === 'pooled' && params[1] !== 'pending' ? undefined : numberToHex(tale.count)
  if (method === 'eth_maxPriorityFeePerGas' && (tale.kind === 'tip' || tale.kind === 'least_tip'))
    return numberToHex(tale.wei)
  if (method === 'eth_maxPriorityFeePerGas' && tale.kind === 'prices') return numberToHex(tale.tip)
  if (method === 'eth_estimateGas' && tale.kind === 'prices' && tale.gas !== undefined) return numberToHex(tale.gas)
  if (isFree(tale) && method === 'eth_maxPriorityFeePerGas') return '0x0'
  if (tale.kind === 'gas' && method === 'eth_estimateGas') return numberToHex(tale.units)
  if (tale.kind === 'no_allowance' && method === 'eth_call' && isCallOf(allowanceCall, params[0]))
    return numberToHex(0, { size: 32 })
  if (tale.kind === 'bridge' && method === 'eth_call' && isCallOf(routeCall, params[0]))
    return numberToHex(1, { size: 32 })
  if (tale.kind === 'rich' && method === 'eth_estimateGas') return numberToHex(200_000)
  if (tale.kind === 'rich' && method === 'eth_getBalance') return numberToHex(tale.wei)
  if (tale.kind === 'thief' || tale.kind === 'receipts')
    return method === 'eth_getTransactionReceipt' ? receiptOf(params[0] as Hex, tale) : undefined
  if (tale.kind !== 'keep' && tale.kind !== 'stopped' && tale.kind !== 'prices') return undefined
  if (method === 'eth_getTransactionReceipt') return null
  return method === 'eth_sendRawTransaction' ? keccak256('0x') : undefined
}

const routeCall = toFunctionSelector('isRouteOpen(address,bytes32)')
const allowanceCall = toFunctionSelector('allowance(address,address)')
const isCallOf = (selector: Hex, call: unknown): boolean =>
  (call as { data?: Hex } | undefined)?.data?.startsWith(selector) === true

const isFree = ({ kind }: Tale): boolean => kind === 'free' || kind === 'thief'

const receiptOf = (transactionHash: Hex, tale: Tale): object => ({
  ...{
    transactionHash,
    transactionIndex: '0x0',
    blockHash: keccak256('0x'),
    blockNumber: '0x1',
    logs: [],
    logsBloom: '0x',
  },
  ...{ gasUsed: '0x5208', cumulativeGasUsed: '0x5208', effectiveGasPrice: '0x1', contractAddress: null, type: '0x2' },
  status: 'status' in tale ? tale.status : '0x1',
})

async function blockOf(tale: Tale, tag: Hex | 'latest', ask: Ask): Promise<Block | null> {
  const latest = hexToNumber(await ask<Hex>('eth_blockNumber', []))
  const read = (number: number) => ask<Block | null>('eth_getBlockByNumber', [numberToHex(number), false])
  const number = tag === 'latest' ? undefined : hexToNumber(tag)
  switch (tale.kind) {
    case 'lag': {
      const last = latest - tale.blocks
      return number === undefined || number <= last ? read(number ?? last) : null
    }
    case 'ahead': {
      const last = latest + tale.blocks
      if (number !== undefined && number <= latest) return read(number)
      if (number !== undefined && number > last) return null
      const block = await read(latest)
      const invented = { number: numberToHex(number ?? last), timestamp: numberToHex(tale.time) }
      return (
        block && {
          ...block,
          ...invented,
          hash: keccak256(numberToHex(last * 1_000_000 + hexToNumber(invented.number))),
        }
      )
    }
    case 'fork': {
      const block = await read(number ?? latest - (tale.behind ?? 0))
      if (block === null || hexToNumber(block.number) < tale.from) return block
      return { ...block, hash: keccak256(block.hash) }
    }
    case 'prices': {
      const block = await read(number ?? latest)
      return block && { ...block, baseFeePerGas: numberToHex(tale.baseFee) }
    }
    case 'thief':
    case 'free': {
      const block = await read(number ?? latest)
      return block && { ...block, baseFeePerGas: '0x0' }
    }
    case 'late_times': {
      const block = await read(number ?? latest - tale.behind)
      if (block === null || hexToNumber(block.number) < tale.from) return block
      return { ...block, timestamp: numberToHex(hexToNumber(block.timestamp) + tale.secs) }
    }
    default:
      return read(number ?? latest)
  }
}
