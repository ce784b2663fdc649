import {
  type CancelAfter,
  hashSchema,
  type MakerQuoteMessage,
  makerQuoteMessageSchema,
  unixSecondsSchema,
  z,
} from '@tandem/contracts'
import { readJsonLines, replaceFile } from '../json-lines.ts'

/** A firm quote that was signed, and what is reserved for it. */
export interface QuotePromise {
  message: MakerQuoteMessage
  /** The ledger's name of the token, and what the destination escrow will hold, in base units. */
  token: string
  amount: bigint
  /** The deadlines that its request named, which bind it; `undefined` where it named none. */
  deadlines?: CancelAfter | undefined
  /** Commitment hashes of the orders that were accepted on it, in lower case. At most one of them becomes an order. */
  commitments: readonly string[]
  /** The identifiers that those orders will have. */
  orders: readonly string[]
}

/** Firm quotes, kept beyond a restart: an entry is on the disk before its signature leaves. */
export interface PromiseFile {
  /** All that are kept, by quote identifier. */
  readonly kept: ReadonlyMap<string, QuotePromise>
  /**
   * Stores what `change` makes of the entry. Changes are made one after the other, each on what the one before stored.
   *
   * @throws what `change` throws, and Error when the file cannot be written: nothing is stored then.
   */
  write(quoteId: string, change: (current: QuotePromise | undefined) => QuotePromise): Promise<void>
  forget(quoteId: string): void
  close(): Promise<void>
}

const entrySchema = z.strictObject({
  message: makerQuoteMessageSchema,
  token: z.string(),
  amount: z.string().regex(/^\d+$/),
  deadlines: z.strictObject({ source: unixSecondsSchema, destination: unixSecondsSchema }).optional(),
  commitments: z.array(hashSchema),
  orders: z.array(z.string().max(64)),
})

/** Lines after which the file is written anew, with what is kept alone. */
const linesUntilRewrite = 20_000

/**
 * Opens the file of promises, one JSON entry a line; a later entry of a quote replaces an earlier one. Without a path,
 * memory alone: a restart then forgets what was promised.
 *
 * @throws Error when the file cannot be read or written, or holds something else.
 */
export async function openPromiseFile(path: string | undefined): Promise<PromiseFile> {
  const kept = new Map<string, QuotePromise>()
  for (const entry of path === undefined ? [] : await readJsonLines(path, 'a promise', entrySchema))
    kept.set(entry.message.quote_id, { ...entry, amount: BigInt(entry.amount) })
  let file = path === undefined ? undefined : await rewrite(path, kept.values())
  let lines = kept.size
  let failure: unknown
  let last: Promise<unknown> = Promise.resolve()

  /** Writes the promises in turn. After a failed write the file's end is not known: nothing is promised any more. */
  function write(quoteId: string, change: (current: QuotePromise | undefined) => QuotePromise): Promise<void> {
    const turn = last.then(async () => {
      if (failure !== undefined) throw new Error('promises cannot be written', { cause: failure })
      const promise = change(kept.get(quoteId))
      const line = lineOf(promise)
      try {
        if (path !== undefined && lines > linesUntilRewrite + kept.size) {
          await file?.close()
          file = await rewrite(path, kept.values())
          lines = kept.size
        }
        await file?.appendFile(line)
        await file?.datasync()
        lines += 1
      } catch (error) {
        failure = error
        throw error
      }
      kept.set(quoteId, promise)
    })
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    kept,
    write,
    // A promise that is over is dropped when the file is written anew: until then its times say that it is over.
    forget: (quoteId) => void kept.delete(quoteId),
    close: () => last.then(() => file?.close()),
  }
}

/** @throws Error when it could not be read again: a file that the next start refuses would keep the solver from its claims. */
function lineOf(promise: QuotePromise): string {
  const entry = { ...promise, amount: String(promise.amount) }
  if (!entrySchema.safeParse(entry).success) throw new Error('the promise holds what its file must not hold')
  return `${JSON.stringify(entry)}\n`
}

const rewrite = (path: string, promises: Iterable<QuotePromise>) => replaceFile(path, [...promises].map(lineOf))
