import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { amountSchema, assetIdSchema, z } from '@tandem/contracts'
import { Refusal } from './refusal.ts'

const dayMs = 86_400_000

const entrySchema = z.union([
  z.strictObject({ id: z.uuid(), at: z.int(), asset: assetIdSchema, amount: amountSchema }),
  z.strictObject({ void: z.uuid() }),
])
type Entry = z.infer<typeof entrySchema>

/** The base units of an asset that entries reserved in the 24 hours before a time (unix milliseconds). Pure. */
export function sumOf(entries: readonly Entry[], asset: string, now: number): bigint {
  const voided = new Set(entries.flatMap((one) => ('void' in one ? [one.void] : [])))
  const counted = entries.flatMap((one) =>
    'id' in one && one.asset === asset && one.at > now - dayMs && !voided.has(one.id) ? [BigInt(one.amount)] : [],
  )
  return counted.reduce((sum, amount) => sum + amount, 0n)
}

/**
 * The sum of 24 hours, in a file of one line each. A line is appended before it is counted: of two swaps at once, in one
 * process or two, the later line sees the earlier one.
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
    /** Base units in the last 24 hours. */
    sum: async (asset: string): Promise<bigint> => sumOf(await read(), asset, Date.now()),
    /**
     * Counts an amount.
     * @param most base units in 24 hours.
     * @returns takes it back, for a swap that never began.
     * @throws Refusal `DAY_LIMIT`, `SPENT_UNREADABLE`.
     */
    async reserve(asset: string, amount: bigint, most: bigint): Promise<() => Promise<void>> {
      const [id, at] = [randomUUID(), Date.now()]
      await append({ id, at, asset, amount: String(amount) })
      const release = () => append({ void: id })
      const entries = await read()
      const upToThis = entries.slice(0, entries.findIndex((one) => 'id' in one && one.id === id) + 1)
      const voids = entries.filter((one) => 'void' in one)
      const sum = sumOf([...upToThis, ...voids], asset, at)
      if (sum <= most) return release
      await release()
      throw new Refusal(
        'DAY_LIMIT',
        `the policy allows ${most} base units of ${asset} in 24 hours, and ${sum - amount} are counted`,
      )
    },
  }
}
export type Spent = ReturnType<typeof spentFile>
