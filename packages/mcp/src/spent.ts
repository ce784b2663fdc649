import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { amountSchema, assetIdSchema, z } from '@tandem/contracts'
import { Refusal } from './refusal.ts'

const dayMs = 86_400_000

const entrySchema = z.union([
  z.strictObject({
    id: z.uuid(),
    at: z.int(),
    asset: assetIdSchema,
    amount: amountSchema,
    /** Set if a person has confirmed the swap. */
    confirmed: z.literal(true).optional(),
  }),
  z.strictObject({ void: z.uuid() }),
])
type Entry = z.infer<typeof entrySchema>

/**
 * Sums up what was spent of an asset in the last 24 hours, in base units.
 *
 * @param now the current time, in unix milliseconds.
 * @param which with `unconfirmed`, only the swaps that no person has confirmed.
 */
export function sumOf(
  entries: readonly Entry[],
  asset: string,
  now: number,
  which: 'all' | 'unconfirmed' = 'all',
): bigint {
  const voided = new Set(entries.flatMap((one) => ('void' in one ? [one.void] : [])))
  const counted = entries.flatMap((one) => {
    if (!('id' in one) || one.asset !== asset || one.at <= now - dayMs || voided.has(one.id)) return []
    return which === 'unconfirmed' && one.confirmed === true ? [] : [BigInt(one.amount)]
  })
  return counted.reduce((sum, amount) => sum + amount, 0n)
}

/** The limits of an asset for any 24 hours, in base units. */
interface DayLimits {
  maxPerDay: bigint
  /** The most that may be spent without a confirmation by a person. If it is `undefined`, no confirmation is needed. */
  confirmAbove?: bigint | undefined
  /** True when a person has confirmed this swap. */
  isConfirmed?: boolean
}

/**
 * Keeps a file of JSON lines with what was spent. An amount is appended before the sum is checked, so that of two swaps
 * at the same time, even in two processes, the one whose line comes later sees the other one.
 */
export function spentFile(file: string) {
  const read = async (): Promise<Entry[]> => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    try {
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => entrySchema.parse(JSON.parse(line)))
    } catch {
      throw new Refusal('SPENT_UNREADABLE', `${file} has a damaged line: a person must put it right`)
    }
  }
  const append = async (entry: Entry) => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(file, 'a', 0o600)
    try {
      await handle.write(`${JSON.stringify(entry)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
  return {
    /**
     * What was spent in the last 24 hours, in base units; with `unconfirmed`, without the swaps that a person
     * confirmed.
     */
    sum: async (asset: string, which: 'all' | 'unconfirmed' = 'all'): Promise<bigint> =>
      sumOf(await read(), asset, Date.now(), which),
    /**
     * Counts an amount as spent. The day's limit is checked first, so that no person is asked to confirm a swap above
     * it.
     *
     * @returns a function that undoes this, for a swap that could not be started. If a person has to confirm the swap
     * first, it returns `needs_person`, and nothing is counted.
     * @throws Refusal `DAY_LIMIT`, `SPENT_UNREADABLE`.
     */
    async reserve(
      asset: string,
      amount: bigint,
      { maxPerDay: most, confirmAbove, isConfirmed = false }: DayLimits,
    ): Promise<(() => Promise<void>) | 'needs_person'> {
      const [id, at] = [randomUUID(), Date.now()]
      await append({ id, at, asset, amount: String(amount), ...(isConfirmed ? { confirmed: true as const } : {}) })
      const release = () => append({ void: id })
      const entries = await read()
      const upToThis = entries.slice(0, entries.findIndex((one) => 'id' in one && one.id === id) + 1)
      const voids = entries.filter((one) => 'void' in one)
      const counted = [...upToThis, ...voids]
      const sum = sumOf(counted, asset, at)
      const isUnasked =
        !isConfirmed && confirmAbove !== undefined && sumOf(counted, asset, at, 'unconfirmed') > confirmAbove
      if (sum <= most && !isUnasked) return release
      await release()
      if (sum <= most) return 'needs_person'
      throw new Refusal(
        'DAY_LIMIT',
        `the policy allows ${most} base units of ${asset} in 24 hours, and ${sum - amount} are counted`,
      )
    },
  }
}
export type Spent = ReturnType<typeof spentFile>
