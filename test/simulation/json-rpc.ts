import type { RpcError, Said } from '@tandem/chain/lies'
import { type Address, type Hex, hexToBigInt, hexToBytes, numberToHex, size } from 'viem'
import type { State } from './layered-state.ts'
import { type Block, baseFeePerGas, type SimulatedChain, type Transaction } from './simulated-chain.ts'
import { blockGasLimit, type Called } from './simulated-evm.ts'

type Request = { method: string; params: readonly unknown[] }
type Tag =
  | Hex
  | 'latest'
  | 'pending'
  | 'earliest'
  | 'safe'
  | 'finalized'
  | { blockHash?: Hex; blockNumber?: Hex }
  | undefined

class Refusal extends Error {
  readonly rpc: RpcError
  constructor(rpc: RpcError) {
    super(rpc.message)
    this.rpc = rpc
  }
}

/** How many blocks an endpoint is behind; zero for one that follows the chain. */
export interface View {
  lag: number
}

/** The answer of a node, from the chain as the endpoint sees it. */
export async function answerOf(chain: SimulatedChain, view: View, { method, params }: Request): Promise<Said> {
  const answer = methods[method]
  if (answer === undefined) return { error: { code: -32601, message: `the method ${method} does not exist` } }
  try {
    return { result: await answer(seen(chain, view), params as never) }
  } catch (error) {
    if (error instanceof Refusal) return { error: error.rpc }
    return { error: { code: -32000, message: (error as Error).message } }
  }
}

/** Keyed by the view's newest block, which determines all blocks before it. */
const texts = new WeakMap<Block, Map<string, Promise<string>>>()
/** Calls whose answers also depend on the transactions in the pool. */
const isOfPool = (call: string): boolean =>
  call.startsWith('eth_sendRaw') || call.startsWith('eth_getTransactionByHash') || call.includes('"pending"')

/**
 * The JSON of `answerOf` without its opening brace: the caller puts `jsonrpc` and `id` before it. Many parties ask the
 * same about the same block, so each answer is made once.
 *
 * @param call the request's JSON from its method on.
 */
export function answerTextOf(chain: SimulatedChain, view: View, call: string): Promise<string> {
  const { head } = seen(chain, view)
  const known = texts.get(head) ?? new Map<string, Promise<string>>()
  texts.set(head, known)
  const make = async () =>
    JSON.stringify(await answerOf(chain, view, JSON.parse(`{"method":"${call}`) as Request)).slice(1)
  if (isOfPool(call)) return make()
  const text = known.get(call) ?? make()
  known.set(call, text)
  return text
}

/** The chain as far as an endpoint shows it. */
interface Seen {
  chain: SimulatedChain
  blocks: readonly Block[]
  head: Block
}

function seen(chain: SimulatedChain, { lag }: View): Seen {
  const blocks = lag === 0 ? chain.blocks : chain.blocks.slice(0, Math.max(1, chain.blocks.length - lag))
  return { chain, blocks, head: blocks.at(-1) as Block }
}

function blockAt({ blocks, head }: Seen, tag: Tag): Block | undefined {
  if (typeof tag === 'object') {
    if (tag.blockHash !== undefined) return blocks.find(({ hash }) => hash === tag.blockHash)
    return blocks[Number(tag.blockNumber)]
  }
  if (tag === undefined || tag === 'latest' || tag === 'pending') return head
  if (tag === 'earliest') return blocks[0]
  if (tag === 'safe' || tag === 'finalized') return blocks[Math.max(0, blocks.length - 8)]
  return blocks[Number(tag)]
}

function knownBlock(at: Seen, tag: Tag): Block {
  const block = blockAt(at, tag)
  if (block === undefined) throw new Refusal({ code: -32001, message: 'header not found' })
  return block
}

const accountAt = (at: Seen, address: Address, tag: Tag) =>
  knownBlock(at, tag).state.accounts.get(address.toLowerCase() as Hex)

const blockAnswer = ({ header, transactions }: Block, isWhole: unknown, block: Block) => ({
  ...header,
  transactions:
    isWhole === true
      ? transactions.map((one, index) => transactionAnswer(one, block, index))
      : transactions.map(({ hash }) => hash),
})

function transactionAnswer(one: Transaction, block: Block | undefined, index = 0) {
  const { hash, from, to, nonce, data, tx, maxFeePerGas, tip } = one
  const { v, r, s } = tx as unknown as { v: bigint; r: bigint; s: bigint }
  return {
    ...{ hash, from, to, input: data, type: numberToHex(tx.type), nonce: numberToHex(nonce) },
    ...{ value: numberToHex(tx.value), gas: numberToHex(tx.gasLimit), chainId: numberToHex(tx.common.chainId()) },
    ...{
      maxFeePerGas: numberToHex(maxFeePerGas),
      maxPriorityFeePerGas: numberToHex(tip),
      gasPrice: numberToHex(maxFeePerGas),
    },
    ...{ v: numberToHex(v), yParity: numberToHex(v), r: numberToHex(r), s: numberToHex(s), accessList: [] },
    blockHash: block?.hash ?? null,
    blockNumber: block === undefined ? null : numberToHex(block.number),
    transactionIndex: block === undefined ? null : numberToHex(index),
  }
}

interface RpcCall {
  from?: Address
  to?: Address
  data?: Hex
  input?: Hex
  value?: Hex
  gas?: Hex
}

type Answers = Map<string, Promise<Called>>
/**
 * Answers by block, or by state where the answer is the same in all of its blocks. All parties, and all endpoints, are
 * asked the same.
 */
const answered = new WeakMap<Block | State, Answers>()
function answersAt(at: Block | State): Answers {
  const known = answered.get(at) ?? new Map<string, Promise<Called>>()
  answered.set(at, known)
  return known
}

async function run(at: Seen, call: RpcCall, tag: Tag, override: Override | undefined) {
  const block = knownBlock(at, tag)
  const key = JSON.stringify([call, override])
  const running = answersAt(block.state).get(key) ?? answersAt(block).get(key) ?? callAt(at, block, call, override)
  answersAt(block).set(key, running)
  const ran = await running
  if (!ran.isOfBlock) answersAt(block.state).set(key, running)
  if (ran.isReverted) throw new Refusal({ code: 3, message: `execution reverted: ${ran.problem}`, data: ran.data })
  return ran
}

/** Code that is at an address during one call. */
type Override = Record<Address, { code?: Hex }>

function callAt(at: Seen, { number, timestamp, state }: Block, call: RpcCall, override: Override = {}) {
  const code = new Map(state.code)
  for (const [address, { code: bytes }] of Object.entries(override))
    if (bytes !== undefined) code.set(address.toLowerCase() as Hex, hexToBytes(bytes))
  return at.chain.evm.call(
    { ...state, code },
    { number, timestamp, baseFeePerGas },
    {
      ...(call.from === undefined ? {} : { from: call.from }),
      ...(call.to === undefined ? {} : { to: call.to }),
      data: call.data ?? call.input ?? '0x',
      value: call.value === undefined ? 0n : hexToBigInt(call.value),
      gas: call.gas === undefined ? blockGasLimit : hexToBigInt(call.gas),
    },
  )
}

interface Filter {
  address?: Address | Address[]
  topics?: (Hex | Hex[] | null)[]
  fromBlock?: Hex
  toBlock?: Hex
  blockHash?: Hex
}

function logsOf(at: Seen, { address, topics = [], fromBlock, toBlock, blockHash }: Filter) {
  const wanted = address === undefined ? undefined : new Set([address].flat().map((one) => one.toLowerCase()))
  const blocks =
    blockHash === undefined
      ? at.blocks.slice(Number(knownOr(at, fromBlock)), Number(knownOr(at, toBlock)) + 1)
      : [knownBlock(at, { blockHash })]
  return blocks.flatMap(({ receipts }) =>
    receipts.flatMap(({ logs }) =>
      logs.filter(
        (log) =>
          (wanted === undefined || wanted.has(log.address.toLowerCase())) &&
          topics.every(
            (topic, index) => topic === null || [topic].flat().some((one) => isSame(one, log.topics[index])),
          ),
      ),
    ),
  )
}
const isSame = (one: Hex, other: Hex | undefined): boolean => one.toLowerCase() === other

const knownOr = (at: Seen, tag: Tag): bigint =>
  typeof tag === 'string' && tag.startsWith('0x') ? hexToBigInt(tag as Hex) : knownBlock(at, tag).number

function find(
  { blocks, chain }: Seen,
  hash: Hex,
): { block: Block | undefined; index: number; one: Transaction } | undefined {
  for (const block of blocks.toReversed()) {
    const index = block.transactions.findIndex((one) => one.hash === hash)
    const one = block.transactions[index]
    if (one !== undefined) return { block, index, one }
  }
  const one = chain.pool.get(hash)
  return one && { block: undefined, index: 0, one }
}

function pendingNonce(at: Seen, address: Address): bigint {
  let { nonce = 0n } = accountAt(at, address, 'latest') ?? {}
  const own = new Set(
    [...at.chain.pool.values()].filter((one) => one.from === address.toLowerCase()).map((one) => one.nonce),
  )
  while (own.has(nonce)) nonce += 1n
  return nonce
}

/** The gas of a transaction before any code runs: for its bytes, and for itself. */
const intrinsicGas = (data: Hex): bigint => 21_000n + 40n * BigInt(size(data))

const methods: Record<string, (at: Seen, params: never) => unknown> = {
  eth_chainId: ({ chain }) => numberToHex(chain.chainId),
  net_version: ({ chain }) => String(chain.chainId),
  eth_blockNumber: ({ head }) => numberToHex(head.number),
  eth_getBlockByNumber: (at, [tag, isWhole]: [Tag, boolean]) => {
    const block = blockAt(at, tag)
    return block === undefined ? null : blockAnswer(block, isWhole, block)
  },
  eth_getBlockByHash: (at, [blockHash, isWhole]: [Hex, boolean]) => {
    const block = blockAt(at, { blockHash })
    return block === undefined ? null : blockAnswer(block, isWhole, block)
  },
  eth_getBlockReceipts: (at, [tag]: [Tag]) =>
    blockAt(at, typeof tag === 'string' && size(tag as Hex) === 32 ? { blockHash: tag as Hex } : tag)?.receipts ?? null,
  eth_getLogs: (at, [filter]: [Filter]) => logsOf(at, filter),
  eth_getBalance: (at, [address, tag]: [Address, Tag]) => numberToHex(accountAt(at, address, tag)?.balance ?? 0n),
  eth_getTransactionCount: (at, [address, tag]: [Address, Tag]) =>
    numberToHex(tag === 'pending' ? pendingNonce(at, address) : (accountAt(at, address, tag)?.nonce ?? 0n)),
  eth_getCode: (at, [address, tag]: [Address, Tag]) => {
    const code = knownBlock(at, tag).state.code.get(address.toLowerCase() as Hex)
    return code === undefined ? '0x' : `0x${Buffer.from(code).toString('hex')}`
  },
  eth_call: async (at, [call, tag, override]: [RpcCall, Tag, Override?]) => (await run(at, call, tag, override)).data,
  eth_estimateGas: async (at, [call, tag]: [RpcCall, Tag]) => {
    const { gasUsed } = await run(at, call, tag, undefined)
    return numberToHex(intrinsicGas(call.data ?? call.input ?? '0x') + (gasUsed * 5n) / 4n)
  },
  eth_gasPrice: () => numberToHex(baseFeePerGas + 1_000_000_000n),
  eth_maxPriorityFeePerGas: () => numberToHex(1_000_000_000n),
  eth_feeHistory: ({ head }, [count]: [Hex]) => {
    const blocks = Math.min(Number(count), Number(head.number) + 1)
    return {
      oldestBlock: numberToHex(head.number - BigInt(blocks) + 1n),
      baseFeePerGas: Array.from({ length: blocks + 1 }, () => numberToHex(baseFeePerGas)),
      gasUsedRatio: Array.from({ length: blocks }, () => 0.1),
      reward: Array.from({ length: blocks }, () => [numberToHex(1_000_000_000n)]),
    }
  },
  eth_sendRawTransaction: ({ chain }, [raw]: [Hex]) => chain.send(raw),
  eth_getTransactionByHash: (at, [hash]: [Hex]) => {
    const found = find(at, hash)
    return found === undefined ? null : transactionAnswer(found.one, found.block, found.index)
  },
  eth_getTransactionReceipt: (at, [hash]: [Hex]) => {
    const found = find(at, hash)
    return found?.block?.receipts[found.index] ?? null
  },
}
