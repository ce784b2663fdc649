import { type Hex, keccak256, toHex } from 'viem'
import { answering, type Block, changing, lies, resultOf, stateless } from './answers.ts'
import type { Answer, Lie, Scene } from './lie.ts'

const gwei = 1_000_000_000n

const counting = (count: (used: number) => number): Answer =>
  answering({ eth_getTransactionCount: changing<Hex>((used) => toHex(Math.max(0, count(Number(used))))) })
const pending = answering({
  eth_getTransactionCount: ({ params }, honest) => (params[1] === 'pending' ? { result: toHex(1_000_001) } : honest()),
})

/** A fee market with this base fee and this tip. */
const market = (base: bigint, tip: bigint): Answer =>
  answering({
    eth_gasPrice: () => ({ result: toHex(base + tip) }),
    eth_maxPriorityFeePerGas: () => ({ result: toHex(tip) }),
    eth_feeHistory: changing<{ baseFeePerGas: Hex[]; reward?: Hex[][] }>((history) => ({
      ...history,
      baseFeePerGas: history.baseFeePerGas.map(() => toHex(base)),
      reward: (history.reward ?? history.baseFeePerGas.slice(1).map(() => ['0x0' as Hex])).map((row) =>
        row.map(() => toHex(tip)),
      ),
    })),
    eth_getBlockByNumber: changing<Block>((block) => ({ ...block, baseFeePerGas: toHex(base) })),
  })

const refusingToSend = (message: string): Answer =>
  answering({ eth_sendRawTransaction: () => ({ error: { code: -32_000, message } }) })
const swallowing: Answer = answering({
  eth_sendRawTransaction: ({ params: [raw] }) => ({ result: keccak256(raw as Hex) }),
  eth_getTransactionReceipt: () => ({ result: null }),
})

/** A receipt for whatever hash is asked for, in a true block below the head. */
const receipts =
  (status: Hex) =>
  ({ log }: Scene): Answer =>
    answering({
      eth_getTransactionReceipt: async ({ params: [hash] }, honest) => {
        const head = Number(await resultOf<Hex>(honest, 'eth_blockNumber'))
        const block = await resultOf<Block>(honest, 'eth_getBlockByNumber', toHex(Math.max(0, head - 3)), false)
        const where = {
          blockNumber: block.number,
          blockHash: block.hash,
          transactionHash: hash,
          transactionIndex: '0x0',
        }
        const logs = status === '0x1' ? [{ ...log, ...where, logIndex: '0x0', removed: false }] : []
        const gas = { gasUsed: '0x5208', cumulativeGasUsed: '0x5208', effectiveGasPrice: '0x1', type: '0x2' }
        const from = { from: log.address, to: log.address, contractAddress: null, logsBloom: `0x${'00'.repeat(256)}` }
        return { result: { ...where, ...gas, ...from, status, logs } }
      },
    })

/** Keeps each transaction without forwarding it, raises the nonce by one, and shows a receipt for what it kept. */
const thief = (scene: Scene): Answer => {
  const shown = receipts('0x1')(scene)
  let kept = 0
  return async (request, honest) => {
    if (request.method === 'eth_sendRawTransaction') {
      kept += 1
      return { result: keccak256(request.params[0] as Hex) }
    }
    if (request.method === 'eth_getTransactionCount')
      return changing<Hex>((used) => toHex(Number(used) + kept))(request, honest)
    return shown(request, honest)
  }
}

export const accountLies: Lie[] = lies('lying', [
  ['nonce_million', 'counts a million nonces of every account', stateless(counting(() => 1_000_001))],
  ['nonce_few_more', 'counts three nonces too many', stateless(counting((used) => used + 3))],
  ['nonce_zero', 'counts no nonce of any account', stateless(counting(() => 0))],
  ['nonce_one_less', 'counts one nonce too few', stateless(counting((used) => used - 1))],
  ['pending_million', 'counts a million nonces in its pool', stateless(pending)],
  ['fees_zero', 'says that a block and inclusion cost nothing', stateless(market(0n, 0n))],
  ['fees_absurd', 'says that a block costs 10,000 gwei', stateless(market(10_000n * gwei, gwei))],
  ['tip_absurd', 'says that inclusion costs 400 gwei', stateless(market(gwei, 400n * gwei))],
  [
    'gas_too_low',
    'says that every call uses 30,000 gas',
    stateless(answering({ eth_estimateGas: () => ({ result: '0x7530' }) })),
  ],
  [
    'gas_too_high',
    'says that every call uses 30 million gas',
    stateless(answering({ eth_estimateGas: () => ({ result: '0x1c9c380' }) })),
  ],
  ['swallows', 'takes transactions, hands none on, and knows no receipt', stateless(swallowing)],
  [
    'already_known',
    'says of every transaction that it has it, and hands none on',
    stateless(refusingToSend('already known')),
  ],
  [
    'nonce_too_low',
    'says of every transaction that its nonce is used, and hands none on',
    stateless(refusingToSend('nonce too low')),
  ],
  [
    'no_funds',
    'says that no account can pay',
    stateless(
      answering({
        eth_sendRawTransaction: () => ({
          error: { code: -32_000, message: 'insufficient funds for gas * price + value' },
        }),
        eth_getBalance: () => ({ result: '0x0' }),
      }),
    ),
  ],
  [
    'underpriced',
    'says of every transaction that it pays too little, and hands none on',
    stateless(refusingToSend('transaction underpriced')),
  ],
  ['says_mined', 'shows a receipt of success for whatever it is asked for', receipts('0x1')],
  ['says_reverted', 'shows a receipt of failure for whatever it is asked for', receipts('0x0')],
  ['says_unmined', 'knows no receipt', stateless(answering({ eth_getTransactionReceipt: () => ({ result: null }) }))],
  ['thief', 'keeps each transaction, counts its nonce as used, and shows its receipt', thief],
])
