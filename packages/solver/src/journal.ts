import { z } from '@tandem/contracts'
import type { Address } from 'viem'
import { readJsonLines, replaceFile } from './json-lines.ts'
import { type FundedOrder, fundedOrderSchema } from './risk/funded-order.ts'

/** A funding that may have been broadcast. */
export interface Funding {
  /** The destination's vault. */
  vault: Address
  chain: string
  nonce: number
}

/**
 * Keeps fundings, their orders, and consents. Each of them is written to disk before its transaction or signature
 * leaves. The key is the address of the source's vault, so that no other order can name the same source.
 */
export interface Journal {
  fundings(source: Address): readonly Funding[]
  isConsented(source: Address): boolean
  /**
   * The block of the chain from which on the journal is complete. The solver may have funded orders before it that the
   * journal does not know.
   */
  since(chain: string): bigint | undefined
  /** The orders that were funded or may have been. */
  orders(): readonly FundedOrder[]
  /**
   * Called before the first funding of the order.
   *
   * @param until unix seconds.
   */
  noteOrder(order: FundedOrder, until: number): Promise<void>
  /** @param until unix seconds. */
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
  z.strictObject({ order: fundedOrderSchema, until: z.int() }),
  z.strictObject({ consent: z.strictObject({ source: addressSchema }), until: z.int() }),
])
type Entry = z.output<typeof entrySchema>

/** Seconds that an entry is kept after its `until`, because a chain's clock may be behind. */
const keptSecs = 7 * 86_400

/**
 * Opens the journal, a file with one JSON entry on each line, and drops old entries. Without a path the journal is kept
 * in memory.
 *
 * @param options.heads for chains that the journal does not know yet, the block where it begins.
 * @throws Error when the file holds anything else.
 */
export async function openJournal(options: {
  path: string | undefined
  heads: Readonly<Record<string, bigint>>
  now: number
}): Promise<Journal> {
  const { path, heads, now } = options
  const since = new Map(Object.entries(heads))
  const fundings = new Map<string, Funding[]>()
  const orders = new Map<string, FundedOrder>()
  const consents = new Set<string>()
  const kept: Entry[] = []
  const keyOf = (source: Address) => source.toLowerCase()

  function apply(entry: Entry): void {
    if ('since' in entry) for (const [chain, block] of Object.entries(entry.since)) since.set(chain, BigInt(block))
    if ('funding' in entry) {
      const { source, ...funding } = entry.funding
      fundings.set(keyOf(source), [...(fundings.get(keyOf(source)) ?? []), funding])
    }
    if ('order' in entry) orders.set(keyOf(entry.order.source.vault), entry.order)
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

  /** A failed write leaves the end of the file unknown, so nothing is written after it. */
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
    orders: () => [...orders.values()],
    noteOrder: (order, until) => append({ order, until }),
    noteFunding: (source, funding, until) => append({ funding: { source, ...funding }, until }),
    noteConsent: (source, until) => append({ consent: { source }, until }),
    close: () => last.then(() => file?.close()),
  }
}

const textsOf = (blocks: ReadonlyMap<string, bigint>) =>
  Object.fromEntries([...blocks].map(([chain, block]) => [chain, String(block)]))

const lineOf = (entry: Entry): string => `${JSON.stringify(entry)}\n`
