import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx'
import { emptyTrieRoot, hashOfHeader, orderedTrieRoot, receiptsRootOf } from '@tandem/chain'
import {
  type Address,
  bytesToHex,
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
  type RpcTransactionReceipt,
} from 'viem'
import type { State } from './layered-state.ts'
import { blockGasLimit, type SimulatedEvm } from './simulated-evm.ts'

export interface Transaction {
  readonly hash: Hex
  readonly raw: Hex
  readonly from: Address
  readonly to: Address | null
  readonly nonce: bigint
  readonly data: Hex
  readonly tx: TypedTransaction
  readonly maxFeePerGas: bigint
  readonly tip: bigint
}

export interface Block {
  readonly number: bigint
  readonly timestamp: number
  readonly hash: Hex
  /** The header as `eth_getBlockByNumber` answers it, without transactions. */
  readonly header: Record<string, unknown>
  readonly transactions: readonly Transaction[]
  readonly receipts: readonly RpcTransactionReceipt[]
  readonly state: State
}

export const baseFeePerGas = 1_000_000_000n

const zeroHash: Hex = `0x${'00'.repeat(32)}`
const emptyUncles: Hex = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'
const noBloom: Hex = `0x${'00'.repeat(256)}`

const or = (one: Hex, other: Hex): Hex => {
  const [a, b] = [hexToBytes(one), hexToBytes(other)]
  return bytesToHex(a.map((byte, index) => byte | (b[index] as number)))
}

/**
 * A chain that makes a block when it is told to, with the transactions that are chosen. The contracts are the real
 * ones, and run in an EVM of this process.
 */
export class SimulatedChain {
  readonly name: string
  readonly chainId: number
  readonly evm: SimulatedEvm
  /** All blocks, from the first to the newest. */
  blocks: Block[] = []
  /** Transactions that were sent and are not mined, by hash. */
  pool = new Map<Hex, Transaction>()
  /** Called with each transaction that any endpoint was sent. From then on all parties can know it. */
  onSent: (transaction: Transaction) => void = () => undefined
  #branch = 0

  constructor(name: string, chainId: number, evm: SimulatedEvm) {
    this.name = name
    this.chainId = chainId
    this.evm = evm
  }

  /** Begins anew with one block that has this state. */
  begin(state: State, timestamp: number): void {
    this.blocks = []
    this.pool = new Map()
    this.#branch = 0
    this.#add({ timestamp, state, transactions: [], receipts: [] })
  }

  get head(): Block {
    return this.blocks.at(-1) as Block
  }

  /**
   * Takes a transaction.
   *
   * @throws Error in the words of a node, when it refuses the transaction.
   */
  send(raw: Hex): Hex {
    const transaction = transactionOf(raw, this)
    const { hash, from, nonce } = transaction
    if (this.pool.has(hash)) throw new Error('already known')
    const account = this.head.state.accounts.get(from)
    if (nonce < (account?.nonce ?? 0n)) throw new Error('nonce too low')
    if (this.evm.common.chainId() !== transaction.tx.common.chainId()) throw new Error('invalid chain id')
    const rival = [...this.pool.values()].find((one) => one.from === from && one.nonce === nonce)
    if (rival !== undefined) {
      const isDearer =
        transaction.maxFeePerGas * 10n >= rival.maxFeePerGas * 11n && transaction.tip * 10n >= rival.tip * 11n
      if (!isDearer) throw new Error('replacement transaction underpriced')
      this.pool.delete(rival.hash)
    }
    this.pool.set(hash, transaction)
    this.onSent(transaction)
    return hash
  }

  /** Mines the chosen ones of all transactions that can be mined, those that pay most first. */
  async mine(timestamp: number, isChosen: (transaction: Transaction) => boolean = () => true): Promise<Block> {
    let { state } = this.head
    const number = this.head.number + 1n
    const transactions: Transaction[] = []
    const receipts: Parts['receipts'] = []
    const waiting = [...this.pool.values()].filter((one) => one.maxFeePerGas >= baseFeePerGas && isChosen(one))
    waiting.sort((a, b) => (a.from === b.from ? Number(a.nonce - b.nonce) : Number(b.tip - a.tip)))
    let hasMore = true
    while (hasMore) {
      hasMore = false
      for (const transaction of waiting.splice(0)) {
        const { nonce = 0n } = state.accounts.get(transaction.from) ?? {}
        if (transaction.nonce > nonce) waiting.push(transaction)
        if (transaction.nonce < nonce) this.pool.delete(transaction.hash)
        if (transaction.nonce !== nonce) continue
        const done = await this.evm.transact(state, { number, timestamp, baseFeePerGas }, transaction.tx)
        if (typeof done === 'string') continue
        state = done.state
        transactions.push(transaction)
        receipts.push(done.ran)
        this.pool.delete(transaction.hash)
        hasMore = true
      }
    }
    return this.#add({ timestamp, state, transactions, receipts })
  }

  /** Takes the newest blocks back. Their transactions wait to be mined again. */
  takeBack(count: number): void {
    this.#branch += 1
    for (const { transactions } of this.blocks.splice(this.blocks.length - count, count))
      for (const transaction of transactions) this.pool.set(transaction.hash, transaction)
  }

  #add({ timestamp, state, transactions, receipts: ran }: Parts): Block {
    const parent = this.blocks.at(-1)
    const number = (parent?.number ?? -1n) + 1n
    let cumulative = 0n
    let logIndex = 0
    const at = { blockNumber: numberToHex(number), blockHash: zeroHash }
    const receipts = ran.map((one, index) => {
      const { hash, from, to, tx } = transactions[index] as Transaction
      const place = { transactionHash: hash, transactionIndex: numberToHex(index) }
      cumulative += one.gasUsed
      const logs = one.logs.map((log) => ({
        ...{ ...log, ...at, ...place, logIndex: numberToHex(logIndex++), removed: false },
        blockTimestamp: numberToHex(timestamp),
      }))
      return {
        ...{ ...at, ...place, from, to, logs, contractAddress: one.contractAddress, logsBloom: one.bloom },
        cumulativeGasUsed: numberToHex(cumulative),
        gasUsed: numberToHex(one.gasUsed),
        effectiveGasPrice: numberToHex(priceOf(transactions[index] as Transaction)),
        status: one.isSuccess ? '0x1' : '0x0',
        type: numberToHex(tx.type),
      } as unknown as RpcTransactionReceipt
    })
    const header: Record<string, unknown> = {
      parentHash: parent?.hash ?? zeroHash,
      sha3Uncles: emptyUncles,
      miner: `0x${'00'.repeat(20)}`,
      // A made-up root: no party asks for proofs of state, and another branch has another root.
      stateRoot: keccak256(numberToHex(this.#branch + 1)),
      transactionsRoot: orderedTrieRoot(transactions.map(({ raw }) => raw)),
      receiptsRoot: receiptsRootOf(receipts),
      logsBloom: ran.reduce((bloom, one) => or(bloom, one.bloom), noBloom),
      difficulty: '0x0',
      number: numberToHex(number),
      gasLimit: numberToHex(blockGasLimit),
      gasUsed: numberToHex(cumulative),
      timestamp: numberToHex(timestamp),
      extraData: numberToHex(this.#branch),
      mixHash: zeroHash,
      nonce: '0x0000000000000000',
      baseFeePerGas: numberToHex(baseFeePerGas),
      withdrawalsRoot: emptyTrieRoot,
      blobGasUsed: '0x0',
      excessBlobGas: '0x0',
      parentBeaconBlockRoot: zeroHash,
      requestsHash: zeroHash,
    }
    const hash = hashOfHeader(header) as Hex
    for (const receipt of receipts) {
      Object.assign(receipt, { blockHash: hash })
      for (const log of receipt.logs) Object.assign(log, { blockHash: hash })
    }
    const whole = { ...header, hash, uncles: [], withdrawals: [], size: '0x400', totalDifficulty: '0x0' }
    const block: Block = { number, timestamp, hash, header: whole, transactions, receipts, state }
    this.blocks.push(block)
    return block
  }
}

interface Parts {
  timestamp: number
  state: State
  transactions: readonly Transaction[]
  receipts: Exclude<Awaited<ReturnType<SimulatedEvm['transact']>>, string>['ran'][]
}

const priceOf = ({ maxFeePerGas, tip }: Transaction): bigint =>
  maxFeePerGas < baseFeePerGas + tip ? maxFeePerGas : baseFeePerGas + tip

const read = new Map<Hex, Transaction>()

/** Remembered, because recovering a sender takes milliseconds, and every endpoint gets the same bytes. */
function transactionOf(raw: Hex, { evm }: SimulatedChain): Transaction {
  const known = read.get(raw)
  if (known !== undefined) return known
  const tx = createTxFromRLP(hexToBytes(raw), { common: evm.common })
  const fees = tx as unknown as { maxFeePerGas?: bigint; maxPriorityFeePerGas?: bigint; gasPrice?: bigint }
  const maxFeePerGas = fees.maxFeePerGas ?? fees.gasPrice ?? 0n
  const made: Transaction = {
    ...{ raw, tx, maxFeePerGas, nonce: tx.nonce },
    hash: bytesToHex(tx.hash()),
    from: tx.getSenderAddress().toString() as Address,
    to: (tx.to?.toString() ?? null) as Address | null,
    data: bytesToHex(tx.data),
    tip: fees.maxPriorityFeePerGas ?? maxFeePerGas - baseFeePerGas,
  }
  read.set(raw, made)
  return made
}
