/** An endpoint in memory that answers the questions of a relayer from one state, and remembers what it was asked. */
import type { Endpoint } from '@tandem/chain'
import { type Address, createClient, custom, type Hex, hexToBigInt, keccak256, numberToHex, pad, toHex } from 'viem'

/** What an escrow's address shows in one block. */
export interface ShownVault {
  state: 'missing' | 'open' | 'claimed' | 'cancelled'
  balance: bigint
}

export interface NodeState {
  chainId: number
  head: bigint
  /** The number of the finalized block; by default the newest one. */
  finalized?: bigint
  /** Unix seconds of the newest block. */
  time: number
  /** The base of every block's hash: two nodes with two seeds are on two forks. */
  seed: Hex
  vault: Address
  vaultAt: (block: bigint) => ShownVault
  /** The nonce count of every account after a block. */
  nonceAt: (block: bigint) => bigint
  /** The block of a transaction that succeeded, with an event of the vault. */
  minedIn: (hash: Hex) => bigint | undefined
  balance: bigint
  /** The base fee of the next block, in wei. */
  baseFee: bigint
  registryCode: Hex
}

export interface ScriptedNode {
  state: NodeState
  endpoint: Endpoint
  asked: { method: string; params: readonly unknown[] }[]
  /** The blocks at which vaults were read, in rising order. */
  readonly vaultBlocks: bigint[]
  /** The block of each question for a nonce count, in the order in which they were asked. */
  readonly nonceBlocks: string[]
  /** Signed transactions that were sent to this node. */
  readonly sent: Hex[]
}

const vaultStates = ['open', 'claimed', 'cancelled']
const words = (...values: (bigint | Hex)[]): Hex =>
  `0x${values.map((one) => pad(typeof one === 'bigint' ? numberToHex(one) : one, { size: 32 }).slice(2)).join('')}`
const emptyBloom: Hex = `0x${'0'.repeat(512)}`

export const blockHashOf = (seed: Hex, number: bigint): Hex => keccak256(`${seed}${numberToHex(number).slice(2)}`)

export function scriptedNode(name: string, state: NodeState, registry: Address): ScriptedNode {
  const asked: ScriptedNode['asked'] = []
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    asked.push({ method, params })
    return answerOf(node.state, registry, method, params)
  }
  const node: ScriptedNode = {
    state,
    endpoint: { name, client: createClient({ transport: custom({ request }, { retryCount: 0 }) }) },
    asked,
    get vaultBlocks() {
      const blocks = asked.flatMap(({ method, params }) => (method === 'eth_call' && isLook(params) ? [params[1]] : []))
      return [...new Set(blocks.map((block) => hexToBigInt(block as Hex)))].sort((a, b) => (a < b ? -1 : 1))
    },
    get nonceBlocks() {
      return asked.flatMap(({ method, params }) => (method === 'eth_getTransactionCount' ? [String(params[1])] : []))
    },
    get sent() {
      return asked.flatMap(({ method, params }) => (method === 'eth_sendRawTransaction' ? [params[0] as Hex] : []))
    },
  }
  return node
}

/** Whether a call reads vaults: such a call brings its own code, and has no `to`. */
const isLook = ([call]: readonly unknown[]): boolean => (call as { to?: Address }).to == null

function answerOf(state: NodeState, registry: Address, method: string, params: readonly unknown[]): unknown {
  switch (method) {
    case 'eth_chainId':
      return numberToHex(state.chainId)
    case 'eth_blockNumber':
      return numberToHex(state.head)
    case 'eth_getCode':
      return params[0] === registry ? state.registryCode : '0x'
    case 'eth_getBlockByNumber':
      return params[0] === 'finalized' || blockAt(state, params[0]) <= state.head
        ? blockOf(state, blockAt(state, params[0]))
        : null
    case 'eth_call':
      return isLook(params) ? lookOf(state, state.vaultAt(blockAt(state, params[1]))) : '0x'
    case 'eth_getTransactionCount':
      return numberToHex(state.nonceAt(blockAt(state, params[1])))
    case 'eth_getBalance':
      return numberToHex(state.balance)
    case 'eth_getLogs':
      return []
    case 'eth_feeHistory':
      return {
        oldestBlock: '0x1',
        baseFeePerGas: ['0x1', numberToHex(state.baseFee)],
        gasUsedRatio: [0.5],
        reward: [['0x3']],
      }
    case 'eth_getTransactionReceipt':
      return receiptOf(state, registry, params[0] as Hex)
    case 'eth_sendRawTransaction':
      return keccak256(params[0] as Hex)
    default:
      throw new Error(`the node does not know ${method}`)
  }
}

function blockAt({ head, finalized = head }: NodeState, tag: unknown): bigint {
  if (tag === 'finalized') return finalized
  return typeof tag === 'string' && tag.startsWith('0x') ? hexToBigInt(tag as Hex) : head
}

function blockOf({ head, time, seed }: NodeState, number: bigint) {
  return {
    number: numberToHex(number),
    hash: blockHashOf(seed, number),
    parentHash: blockHashOf(seed, number - 1n),
    timestamp: numberToHex(BigInt(time) - (head - number)),
    logsBloom: emptyBloom,
    receiptsRoot: keccak256('0x'),
    transactions: [],
  }
}

function lookOf({ vault }: NodeState, { state, balance }: ShownVault): Hex {
  const isDeployed = state === 'missing' ? 0n : 1n
  const index = BigInt(Math.max(0, vaultStates.indexOf(state)))
  return words(1n, 64n, 1n, vault, isDeployed, 1n, index, balance)
}

function receiptOf({ minedIn, seed, vault }: NodeState, registry: Address, hash: Hex) {
  const number = minedIn(hash)
  if (number === undefined) return null
  return {
    transactionHash: hash,
    blockHash: blockHashOf(seed, number),
    blockNumber: numberToHex(number),
    from: registry,
    gasUsed: '0x5208',
    effectiveGasPrice: '0x3',
    status: '0x1',
    logs: [{ address: registry, topics: [keccak256(toHex('EscrowClaimed')), pad(vault)] }],
  }
}
