import {
  type CancelAfter,
  hashSchema,
  type MakerQuoteMessage,
  makerQuoteMessageSchema,
  unixSecondsSchema,
  z,
} from '@tandem/contracts'
import type { Exposure } from '../domain/risk.ts'
import { readJsonLines, replaceFile } from '../json-lines.ts'

export interface QuotePromise {
  message: MakerQuoteMessage
  /** The token's key in the ledger. `amount` is what the destination's escrow needs of it, in base units. */
  token: string
  amount: bigint
  /** The money at risk, valued at the price of the quote. */
  exposure: Exposure
  deadlines?: CancelAfter | undefined
  /** Commitment hashes in lower case. At most one of them becomes an order. */
  commitments: readonly string[]
  orders: readonly string[]
}

/** The promises on disk. An entry is written before the signature that makes the promise leaves the process. */
export interface PromiseFile {
  readonly kept: ReadonlyMap<string, QuotePromise>
  /**
   * Replaces a quote's promise by what `change` returns for it. Changes are made one after the other.
   *
   * @throws what `change` throws, and Error when the file cannot be written; then nothing is stored.
   */
  write(quoteId: string, change: (current: QuotePromise | undefined) => QuotePromise): Promise<void>
  forget(quoteId: string): void
  close(): Promise<void>
}

const entrySchema = z.strictObject({
  message: makerQuoteMessageSchema,
  token: z.string(),
  amount: z.string().regex(/^\d+$/),
  exposure: z.strictObject({
    assets: z.array(z.string()),
    chains: z.array(z.string()),
    usd: z.string().regex(/^\d+$/).optional(),
  }),
  deadlines: z.strictObject({ source: unixSecondsSchema, destination: unixSecondsSchema }).optional(),
  commitments: z.array(hashSchema),
  orders: z.array(z.string().max(64)),
})

const exposureIn = ({ exposure: { usd, ...touched } }: z.output<typeof entrySchema>): Exposure => ({
  ...touched,
  usd: usd === undefined ? undefined : BigInt(usd),
})
const textsOf = ({ usd, ...touched }: Exposure) => ({ ...touched, ...(usd !== undefined && { usd: String(usd) }) })

const linesUntilRewrite = 20_000

/**
 * Opens the file, with one JSON entry a line; a later entry of a quote replaces the earlier one.
 *
 * @throws Error when the file holds anything else.
 */
export async function openPromiseFile(path: string | undefined): Promise<PromiseFile> {
  const kept = new Map<string, QuotePromise>()
  for (const entry of path === undefined ? [] : await readJsonLines(path, 'a promise', entrySchema))
    kept.set(entry.message.quote_id, { ...entry, amount: BigInt(entry.amount), exposure: exposureIn(entry) })
  let file = path === undefined ? undefined : await rewrite(path, kept.values())
  let lines = kept.size
  let failure: unknown
  let last: Promise<unknown> = Promise.resolve()

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
    // The entry stays in the file until the next rewrite. Its times show a later run that it is over.
    forget: (quoteId) => void kept.delete(quoteId),
    close: () => last.then(() => file?.close()),
  }
}

/**
 * Serializes a promise. @throws Error when the entry could not be read back: with such an entry the next start would
 * fail, and nothing would be claimed.
 */
function lineOf(promise: QuotePromise): string {
  const entry = { ...promise, amount: String(promise.amount), exposure: textsOf(promise.exposure) }
  if (!entrySchema.safeParse(entry).success) throw new Error('the promise holds what its file must not hold')
  return `${JSON.stringify(entry)}\n`
}

const rewrite = (path: string, promises: Iterable<QuotePromise>) => replaceFile(path, [...promises].map(lineOf))
