import { type Hex, keccak256, toHex } from 'viem'
import {
  answering,
  type Block,
  changing,
  changingBlocks,
  type Log,
  lies,
  type Receipt,
  resultOf,
  stateless,
} from './answers.ts'
import { emptyBloom } from './header.ts'
import type { Answer, Lie, Scene } from './lie.ts'

const none: Answer = () => ({ result: [] })
const hidden = answering({ eth_getLogs: none })
const withoutLogs = (receipt: Receipt) => ({ ...receipt, logs: [], logsBloom: emptyBloom })
const denied = answering({
  eth_getLogs: none,
  eth_getBlockReceipts: changing<Receipt[]>((receipts) => receipts.map(withoutLogs)),
  eth_getTransactionReceipt: changing(withoutLogs),
})

const otherHash = (log: Log) => ({ ...log, transactionHash: keccak256(log.transactionHash) })
const otherTxs = answering({
  eth_getLogs: changing<Log[]>((logs) => logs.map(otherHash)),
  eth_getBlockReceipts: changing<Receipt[]>((receipts) =>
    receipts.map((receipt) => ({
      ...receipt,
      transactionHash: keccak256(receipt.transactionHash as Hex),
      logs: receipt.logs.map(otherHash),
    })),
  ),
})

/** Adds one log to the newest block of each answer. */
const invented =
  ({ log }: Scene): Answer =>
  async (request, honest) => {
    if (request.method !== 'eth_getLogs') return honest()
    const said = await honest()
    if ('error' in said) return said
    const { toBlock = 'latest', blockHash } = (request.params[0] ?? {}) as { toBlock?: Hex | 'latest'; blockHash?: Hex }
    const block = blockHash
      ? await resultOf<Block>(honest, 'eth_getBlockByHash', blockHash, false)
      : await resultOf<Block | null>(honest, 'eth_getBlockByNumber', toBlock, false)
    if (block === null) return said
    const where = {
      blockNumber: block.number,
      blockHash: block.hash,
      transactionHash: keccak256(block.hash),
      transactionIndex: '0x7',
    }
    return { result: [...(said.result as Log[]), { ...log, ...where, logIndex: '0x99', removed: false }] }
  }

const cutRanges = answering({
  eth_getLogs: async ({ method, params: [filter] }, honest) => {
    const { fromBlock, toBlock } = filter as { fromBlock?: Hex; toBlock?: Hex }
    if (fromBlock === undefined || toBlock === undefined || fromBlock === toBlock) return honest()
    const middle = Math.floor((Number(fromBlock) + Number(toBlock)) / 2)
    return honest({ method, params: [{ ...(filter as object), toBlock: toHex(middle) }] })
  },
})

const both =
  (first: Answer, second: Answer): Answer =>
  (request, honest) =>
    ['eth_getBlockByNumber', 'eth_getBlockByHash'].includes(request.method)
      ? second(request, honest)
      : first(request, honest)

export const logLies: Lie[] = lies('lying', [
  ['hides_logs', 'shows no logs, and true bloom filters', stateless(hidden)],
  [
    'hides_logs_and_blooms',
    'shows no logs, and empty bloom filters',
    stateless(
      both(
        hidden,
        changingBlocks((block) => ({ ...block, logsBloom: emptyBloom })),
      ),
    ),
  ],
  ['denies_logs', 'shows no logs, neither in receipts', stateless(denied)],
  [
    'hides_last_log',
    'leaves out the last log of every answer',
    stateless(answering({ eth_getLogs: changing<Log[]>((logs) => logs.slice(0, -1)) })),
  ],
  ['cuts_ranges', 'answers for the first half of a range and does not say so', stateless(cutRanges)],
  ['invents_logs', 'adds a log that no transaction made to every answer about logs', invented],
  ['other_txs', 'names other transactions for true logs, also in receipts', stateless(otherTxs)],
  [
    'foreign_logs',
    'says of every log that it is of another block',
    stateless(
      answering({
        eth_getLogs: changing<Log[]>((logs) => logs.map((log) => ({ ...log, blockHash: keccak256(log.blockHash) }))),
      }),
    ),
  ],
])
