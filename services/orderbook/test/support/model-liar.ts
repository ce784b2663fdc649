import { EndpointError } from '@tandem/chain'
import { type Hex, hexToNumber, numberToHex, type RpcBlock, type RpcTransactionReceipt } from 'viem'
import {
  type Answering,
  answerFrom,
  type ModelBlock,
  type ModelChain,
  makeBlock,
  type PendingEvent,
  sha256,
} from './model-chain.ts'

/** The lies that an endpoint of a model chain tells at the moment. */
export type Lies = {
  /** How many seconds are added to the time of every block. */
  clockSecs: number
  /** With `hidden`, events are left out of the logs. With `denied`, receipts are not shown either. */
  logs: 'told' | 'hidden' | 'denied'
  /** Makes true events name other transactions. */
  hasOtherTxs: boolean
  /** Blocks have empty bloom filters, which prove nothing. */
  hasEmptyBlooms: boolean
  /** A block whose logs were answered has another hash when it is asked for again. */
  hasOtherHashAgain: boolean
  /** The requests that get no answer. */
  silentAbout: 'nothing' | 'all' | 'logs'
  /** Every third answer is true all the same. */
  isFickle: boolean
  /** Invented blocks, each of which hashes correctly and follows the one before. */
  invents: Invention | undefined
}

/** Invented blocks, the first of which contains `event`. */
export type Invention = {
  readonly event: PendingEvent
  /** How many of the newest true blocks are replaced. `count` is the number of invented blocks. */
  readonly replaced: number
  readonly count: number
}

export const noLies: Lies = {
  ...{ clockSecs: 0, logs: 'told', hasOtherTxs: false, hasEmptyBlooms: false, hasOtherHashAgain: false },
  ...{ silentAbout: 'nothing', isFickle: false, invents: undefined },
}

/** The chain that the liar shows: the true blocks, with invented ones in their place or above them. */
function blocksOf({ blocks }: ModelChain, invention: Invention | undefined): readonly ModelBlock[] {
  if (invention === undefined) return blocks
  const { event, replaced, count } = invention
  const own = blocks.slice(0, Math.max(1, blocks.length - replaced))
  for (let made = 0; made < count; made += 1) {
    const parent = own.at(-1) as ModelBlock
    const events = made === 0 ? [event] : []
    const salt = `invented ${event.txHash}`
    own.push(makeBlock(parent, { events, timestamp: parent.timestamp + 1, isProvable: true, salt }))
  }
  return own.length >= blocks.length ? own : [...own, ...blocks.slice(own.length)]
}

const otherTxOf = (txHash: unknown): Hex => sha256(`other ${txHash}`)

/** The answers of an endpoint that tells these lies. The test may change `lies` at any time. */
export function makeLiar(model: ModelChain, lies: Lies): Answering {
  const told = new Set<number>()
  let answers = 0

  function falseBlock(block: RpcBlock): RpcBlock {
    const { clockSecs, hasEmptyBlooms, hasOtherHashAgain, hasOtherTxs } = lies
    return {
      ...block,
      timestamp: numberToHex(hexToNumber(block.timestamp) + clockSecs),
      logsBloom: hasEmptyBlooms ? `0x${'0'.repeat(512)}` : block.logsBloom,
      hash: hasOtherHashAgain && told.has(hexToNumber(block.number as Hex)) ? sha256(`${block.hash}`) : block.hash,
      transactions: hasOtherTxs ? (block.transactions as Hex[]).map(otherTxOf) : block.transactions,
    } as RpcBlock
  }
  const falseLog = <L extends { transactionHash: Hex | null; blockTimestamp?: Hex | undefined }>(log: L): L => ({
    ...log,
    transactionHash: lies.hasOtherTxs ? otherTxOf(log.transactionHash) : log.transactionHash,
    ...(log.blockTimestamp && { blockTimestamp: numberToHex(hexToNumber(log.blockTimestamp) + lies.clockSecs) }),
  })
  function falseAnswer(method: string, answer: unknown): unknown {
    if (answer === null) return null
    if (method === 'eth_getBlockByNumber') return falseBlock(answer as RpcBlock)
    if (method === 'eth_getBlockReceipts') {
      if (lies.logs === 'denied') return []
      return (answer as RpcTransactionReceipt[]).map((one) => ({ ...one, logs: one.logs.map(falseLog) }))
    }
    const logs = answer as { blockNumber: Hex; transactionHash: Hex }[]
    for (const { blockNumber } of logs) told.add(hexToNumber(blockNumber))
    return lies.logs === 'told' ? logs.map(falseLog) : []
  }

  return async (question) => {
    answers += 1
    const { silentAbout, isFickle } = lies
    if (silentAbout === 'all' || (silentAbout === 'logs' && question.method === 'eth_getLogs'))
      throw new EndpointError('timeout', 'the liar does not answer')
    const isTrue = isFickle && answers % 3 === 0
    const truth = await model.answer(question)
    if (isTrue) return truth
    return falseAnswer(question.method, answerFrom(blocksOf(model, lies.invents), model.finalDepth, question))
  }
}
