import { type Header, UnbelievedError } from '@tandem/chain'
import { larger, planRead, planStep, smaller } from './plan-step.ts'
import type { Poll } from './poll.ts'
import type { Cursor, RememberedBlock, Step } from './ports.ts'
import { rollBack } from './roll-back.ts'

/** `behind`: endpoints lack stored blocks. `undefined`: nothing more to read. */
export type Read = Step | 'behind' | undefined

/** @throws UnbelievedError, DeepReorgError. */
export async function readStep(poll: Poll, cursor: Cursor | undefined): Promise<Read> {
  const head = await poll.reader.head()
  const plan = planStep(cursor, head)
  if (cursor === undefined) return firstStep(poll, head)
  if (plan === 'rest') return undefined
  if (plan === 'behind') return 'behind'
  if (plan === 'roll_back') return rollBack(poll, cursor, head)
  const { by, to } = planRead(cursor, head, limitsOf(poll))
  return by === 'range' ? rangeStep(poll, cursor, head, to) : linkedStep(poll, cursor, head, to)
}

/** Reads ahead of storing, only far below the head. */
export async function readFar(poll: Poll, cursor: Cursor): Promise<Step | undefined> {
  const head = await poll.reader.head()
  const { by, to } = planRead(cursor, head, limitsOf(poll))
  if (by === 'linked') return undefined
  const step = await rangeStep(poll, cursor, head, to)
  return step?.rollBackTo === undefined ? step : undefined
}

const limitsOf = ({ store, stepBlocks, memory }: Poll) => {
  const allowed = BigInt(memory.steps.current())
  return {
    remembered: store.rememberedBlocks,
    widest: stepBlocks === undefined ? allowed : smaller(stepBlocks, allowed),
  }
}

/** Begins before the first possible escrow, and below any reorg. */
async function firstStep({ config, reader, store }: Poll, head: Header): Promise<Read> {
  const start = BigInt(Math.max(0, config.start_block - 1))
  if (head.number < start) return 'behind'
  const first = await reader.header(larger(0n, smaller(start, head.number - store.rememberedBlocks)))
  return { from: undefined, to: cursorAt(first), head: headAt(head), blocks: [blockAt(first)], events: [] }
}

/** Unlinked blocks, up to where linked ones begin. */
async function rangeStep(poll: Poll, cursor: Cursor, head: Header, toNumber: bigint): Promise<Step> {
  const { reader, memory } = poll
  const [standing, to] = await Promise.all([reader.header(cursor.number), reader.header(toNumber)])
  if (standing.hash !== cursor.hash) return rollBack(poll, cursor, head)
  const events = await reader.eventsIn(cursor.number + 1n, toNumber).catch((error: unknown) => {
    // Too slow, or too many logs: the same range would fail again.
    if (error instanceof UnbelievedError) memory.steps.refused(Number(toNumber - cursor.number))
    throw error
  })
  return { from: cursor, to: cursorAt(to), head: headAt(head), blocks: [blockAt(to)], events }
}

/** Every block, linked to the one before. */
async function linkedStep(poll: Poll, cursor: Cursor, head: Header, toNumber: bigint): Promise<Step> {
  const { reader } = poll
  const to = toNumber === head.number ? head : await reader.header(toNumber)
  const headers = await reader.linked(cursor.number + 1n, to)
  if (headers[0]?.parentHash !== cursor.hash) return rollBack(poll, cursor, head)
  const events = await reader.eventsOf(headers)
  return { from: cursor, to: cursorAt(to), head: headAt(head), blocks: headers.map(blockAt), events }
}

const cursorAt = ({ number, hash }: Header): Cursor => ({ number, hash })
const blockAt = ({ number, hash, timestamp }: Header): RememberedBlock => ({ number, hash, timestamp })
const headAt = ({ number, timestamp }: Header): Step['head'] => ({ number, timestamp })
