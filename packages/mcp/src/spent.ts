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
    /** Present when a person has confirmed the swap. */
    confirmed: z.literal(true).optional(),
  }),
  z.strictObject({ void: z.uuid() }),
])
type Entry = z.infer<typeof entrySchema>

/**
 * The base units of an asset that entries reserved in the 24 hours before a time (unix milliseconds): all of them, or those
 * that no person confirmed. Pure.
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

/** The limits of an asset in any 24 hours, in base units. */
interface DayLimits {
  maxPerDay: bigint
  /** The most that swaps which no person confirmed may sum up to; without it no person is asked. */
  confirmAbove?: bigint | undefined
  /** True when a person has confirmed this swap. */
  isConfirmed?: boolean
}

/**
 * Keeps what was spent in 24 hours in a file of JSON lines. A line is appended before it is counted, so that of two
 * swaps at once, in one process or two, the later line sees the earlier one.
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
    /** The base units that were spent in the last 24 hours: all of them, or those that no person confirmed. */
    sum: async (asset: string, which: 'all' | 'unconfirmed' = 'all'): Promise<bigint> =>
      sumOf(await read(), asset, Date.now(), which),
    /**
     * Counts an amount. The day's limit is looked at first, so that no person is asked about a swap that it refuses.
     * @returns a function that takes the amount back, for a swap that never began; or `needs_person`, with nothing counted,
     * where this and the unconfirmed swaps of 24 hours sum up to more than `confirmAbove`.
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
