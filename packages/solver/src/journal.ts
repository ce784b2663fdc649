import { z } from '@tandem/contracts'
import type { Address } from 'viem'
import { readJsonLines, replaceFile } from './json-lines.ts'

/** A funding that was, or may have been, broadcast. */
export interface Funding {
  /** The destination vault, its chain, and the nonce that the transaction used there. */
  vault: Address
  chain: string
  nonce: number
}

/**
 * The actions of the solver for a source vault, which the chains may not show yet: destinations it may have funded, and
 * its consent to give the source back. An entry is stored before what it tells of is sent. Entries are kept per source
 * vault, so that no order whatsoever can name a source a second time.
 */
export interface Journal {
  /** Every funding that may have been broadcast against the source. */
  fundings(source: Address): readonly Funding[]
  /** Whether the source may have been given back: nothing is funded against it any more. */
  isConsented(source: Address): boolean
  /** The block of a chain at which the journal began: of what came after, it has everything. */
  since(chain: string): bigint | undefined
  /** @param until unix seconds after which the entry says nothing that the chains do not say. */
  noteFunding(source: Address, funding: Funding, until: number): Promise<void>
  noteConsent(source: Address, until: number): Promise<void>
  close(): Promise<void>
}

const addressSchema = z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value))
const entrySchema = z.union([
  z.strictObject({ since: z.record(z.string(), z.string().regex(/^\d+$/)) }),
  z.strictObject({
    funding: z.strictObject({ source: addressSchema, vault: addressSchema, chain: z.string(), nonce: z.int().min(0) }),
    until: z.int(),
  }),
  z.strictObject({ consent: z.strictObject({ source: addressSchema }), until: z.int() }),
])
type Entry = z.output<typeof entrySchema>

/** How long an entry is kept after it has become of no use, for chains whose clocks are behind. */
const keptSecs = 7 * 86_400

/**
 * Opens the journal: a file with one JSON entry a line, each flushed to the disk before its write resolves; or, without
 * a path, memory alone. Opening drops what is of no use any more.
 *
 * @param options.heads the latest block of every chain, from which a journal that does not know the chain begins.
 * @throws Error when the file cannot be read or written, or holds something else than a journal.
 */
export async function openJournal(options: {
  path: string | undefined
  heads: Readonly<Record<string, bigint>>
  /** Unix seconds. */
  now: number
}): Promise<Journal> {
  const { path, heads, now } = options
  const since = new Map(Object.entries(heads))
  const fundings = new Map<string, Funding[]>()
  const consents = new Set<string>()
  const kept: Entry[] = []
  const keyOf = (source: Address) => source.toLowerCase()

  function apply(entry: Entry): void {
    if ('since' in entry) for (const [chain, block] of Object.entries(entry.since)) since.set(chain, BigInt(block))
    if ('funding' in entry) {
      const { source, ...funding } = entry.funding
      fundings.set(keyOf(source), [...(fundings.get(keyOf(source)) ?? []), funding])
    }
    if ('consent' in entry) consents.add(keyOf(entry.consent.source))
  }

  for (const entry of path === undefined ? [] : await readJsonLines(path, 'an entry of a journal', entrySchema)) {
    if ('until' in entry && entry.until + keptSecs < now) continue
    apply(entry)
    if ('until' in entry) kept.push(entry)
  }
  const file =
    path === undefined ? undefined : await replaceFile(path, [{ since: textsOf(since) }, ...kept].map(lineOf))
  let failure: unknown
  let last: Promise<unknown> = Promise.resolve()

  /** Writes one after the other. After a write that failed the file's end is not known: nothing is written any more. */
  function append(entry: Entry): Promise<void> {
    const turn = last.then(async () => {
      if (failure !== undefined) throw new Error('the journal cannot be written', { cause: failure })
      try {
        await file?.appendFile(lineOf(entry))
        await file?.datasync()
      } catch (error) {
        failure = error
        throw error
      }
      apply(entry)
    })
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    fundings: (source) => fundings.get(keyOf(source)) ?? [],
    isConsented: (source) => consents.has(keyOf(source)),
    since: (chain) => since.get(chain),
    noteFunding: (source, funding, until) => append({ funding: { source, ...funding }, until }),
    noteConsent: (source, until) => append({ consent: { source }, until }),
    close: () => last.then(() => file?.close()),
  }
}

const textsOf = (blocks: ReadonlyMap<string, bigint>) =>
  Object.fromEntries([...blocks].map(([chain, block]) => [chain, String(block)]))

const lineOf = (entry: Entry): string => `${JSON.stringify(entry)}\n`
