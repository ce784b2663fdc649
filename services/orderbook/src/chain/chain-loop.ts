import type { Cursor, Step } from './chain-store.ts'
import { turnDeadlines } from './deadlines.ts'
import type { Look } from './look.ts'
import { lastUnlinked } from './plan-step.ts'
import { readFar, readStep } from './read-step.ts'

/**
 * `advanced`: there is more to do. `idle`: read up to the head. `behind`: endpoints lack stored blocks. `at`: the last
 * stored block.
 */
export type Outcome = { readonly found: 'advanced' | 'idle' | 'behind' | 'raced'; readonly at: bigint | undefined }

const markEveryMs = 5_000

/**
 * Reads and stores what came after the cursor, then turns due orders.
 * @throws UnbelievedError, DeepReorgError. Earlier data stays stored.
 */
export async function lookAtChain(look: Look): Promise<Outcome> {
  const { store, memory, now } = look
  const cursor = await store.cursor()
  const read = (await takeAhead(look, cursor)) ?? (await readStep(look, cursor))
  const isStep = read !== undefined && read !== 'behind'
  const { found, at }: Outcome = isStep
    ? await storeStep(look, cursor, read)
    : { found: read ?? 'idle', at: cursor?.number }
  const turned = await turnDeadlines(look, { hasStepped: isStep })
  if (found === 'idle' && now() - memory.markedAt >= markEveryMs) {
    await store.markRead()
    memory.markedAt = now()
  }
  return { found: found === 'idle' && turned === 'more' ? 'advanced' : found, at }
}

async function storeStep(look: Look, cursor: Cursor | undefined, step: Step): Promise<Outcome> {
  const { store, observer, memory } = look
  if (step.rollBackTo === undefined && step.to.number < lastUnlinked(step.head, store.rememberedBlocks))
    memory.ahead = { from: step.to, step: readFar(look, step.to).catch(() => undefined) }
  const tagged = await look.reader.tagged()
  const changed = await store.apply({ ...step, head: { ...step.head, tagged } }).catch((error: unknown) => {
    // A step longer than a statement may take would fail for ever: the next is smaller.
    memory.steps.refused(Number(step.to.number - (step.from?.number ?? step.to.number)))
    throw error
  })
  if (changed === undefined) return { found: 'raced', at: cursor?.number }
  memory.steps.accepted()
  if (step.rollBackTo !== undefined && cursor !== undefined) observer.reorged(Number(cursor.number - step.rollBackTo))
  observer.stepped(step, changed)
  return { found: step.to.number < step.head.number ? 'advanced' : 'idle', at: step.to.number }
}

/** A step that was read ahead, if its start and its last block still stand. */
async function takeAhead({ memory, reader }: Look, cursor: Cursor | undefined): Promise<Step | undefined> {
  const { ahead } = memory
  memory.ahead = undefined
  const step = await ahead?.step
  if (step === undefined || cursor?.number !== ahead?.from.number || cursor?.hash !== ahead?.from.hash) return undefined
  const standing = await reader.header(step.to.number).catch(() => undefined)
  return standing?.hash === step.to.hash ? step : undefined
}
