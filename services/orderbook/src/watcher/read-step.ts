import { type Header, type RangeSize, UnbelievedError } from '@tandem/chain'
import type { ChainConfig } from '@tandem/contracts'
import type { ChainReader } from './chain-reader.ts'
import { larger, planRead, planStep, smaller } from './plan-step.ts'
import type { ChainStore, Cursor, RememberedBlock, Step } from './ports.ts'
import { rollBack } from './reorg.ts'

export interface ReadPoll {
  readonly config: ChainConfig
  readonly reader: ChainReader
  readonly store: ChainStore
  readonly stepBlocks?: bigint
  readonly memory: { readonly steps: RangeSize }
}

/** A step to store. `behind`: the endpoints lack blocks that we have stored. Undefined: there is nothing more to read. */
export type Read = Step | 'behind' | undefined

/** @throws UnbelievedError, DeepReorgError. */
export async function readStep(poll: ReadPoll, cursor: Cursor | undefined): Promise<Read> {
  const head = await poll.reader.head()
  const plan = planStep(cursor, head)
  if (cursor === undefined) return firstStep(poll, head)
  if (plan === 'rest') return undefined
  if (plan === 'behind') return 'behind'
  if (plan === 'roll_back') return rollBack(poll, cursor, head)
  const { by, to } = planRead(cursor, head, limitsOf(poll))
  return by === 'range' ? rangeStep(poll, cursor, head, to) : linkedStep(poll, cursor, head, to)
}

/** Reads a step before the step below it is stored. A reorg is left to the step that starts from stored blocks. */
export async function readAhead(poll: ReadPoll, cursor: Cursor): Promise<Step | undefined> {
  const step = await readStep(poll, cursor)
  return step === 'behind' || step?.rollBackTo !== undefined ? undefined : step
}

const limitsOf = ({ store, stepBlocks, memory }: ReadPoll) => {
  const allowed = BigInt(memory.steps.current())
  return {
    remembered: store.rememberedBlocks,
    widest: stepBlocks === undefined ? allowed : smaller(stepBlocks, allowed),
  }
}

/** The first step begins before the first possible escrow, and below any reorg. */
async function firstStep({ config, reader, store }: ReadPoll, head: Header): Promise<Read> {
  const start = BigInt(Math.max(0, config.start_block - 1))
  if (head.number < start) return 'behind'
  const first = await reader.header(larger(0n, smaller(start, head.number - store.rememberedBlocks)))
  return { from: undefined, to: cursorAt(first), head: headAt(head), blocks: [blockAt(first)], events: [] }
}

/** Reads a range without headers, up to where linked blocks begin. */
async function rangeStep(poll: ReadPoll, cursor: Cursor, head: Header, toNumber: bigint): Promise<Step> {
  const { reader, memory } = poll
  const [standing, to] = await Promise.all([reader.header(cursor.number), reader.header(toNumber)])
  if (standing.hash !== cursor.hash) return rollBack(poll, cursor, head)
  const events = await reader.eventsIn(cursor.number + 1n, toNumber).catch((error: unknown) => {
    // The endpoints were too slow, or the range has too many logs. The same range would fail again.
    if (error instanceof UnbelievedError) memory.steps.refused(Number(toNumber - cursor.number))
    throw error
  })
  return { from: cursor, to: cursorAt(to), head: headAt(head), blocks: [blockAt(to)], events }
}

/** Reads every header, each linked to the one before. */
async function linkedStep(poll: ReadPoll, cursor: Cursor, head: Header, toNumber: bigint): Promise<Step> {
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
