import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { spentFile, sumOf } from './spent.ts'

const [one, two] = ['019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11', '019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c12']
const asset = 'a:usdc'
const hour = 3_600_000
const now = 100 * hour

describe('sumOf', () => {
  it.each([
    ['the last 24 hours', [{ id: one, at: now - 23 * hour, asset, amount: '5' }], 5n],
    ['nothing older', [{ id: one, at: now - 24 * hour, asset, amount: '5' }], 0n],
    ['what a clock that was put back left in the future', [{ id: one, at: now + hour, asset, amount: '5' }], 5n],
    ['no other asset', [{ id: one, at: now, asset: 'b:usdc', amount: '5' }], 0n],
    ['nothing that never began', [{ id: one, at: now, asset, amount: '5' }, { void: one }], 0n],
    [
      'more than a float holds',
      [one, two].map((id) => ({ id, at: now, asset, amount: `9${'0'.repeat(30)}` })),
      18n * 10n ** 30n,
    ],
  ])('counts %s', (_, entries, sum) => {
    expect(sumOf(entries, asset, now)).toBe(sum)
  })
})

describe('spentFile', () => {
  let folder: string
  let file: string
  let count = 0
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tandem-spent-'))
  })
  beforeEach(() => {
    count += 1
    file = join(folder, `${count}.jsonl`)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('lets reservations at once pass together up to the limit, and no further', async () => {
    const writers = [spentFile(file), spentFile(file)]
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => writers[at % 2]?.reserve(asset, 10n, { maxPerDay: 75n })),
    )
    const passed = all.filter(({ status }) => status === 'fulfilled').length
    expect([passed > 0, passed <= 7]).toEqual([true, true])
    expect(await spentFile(file).sum(asset)).toBe(BigInt(passed) * 10n)
  })

  it('gives back what never began', async () => {
    const release = await spentFile(file).reserve(asset, 75n, { maxPerDay: 75n })
    await expect(spentFile(file).reserve(asset, 1n, { maxPerDay: 75n })).rejects.toThrow('75 are counted')
    if (release !== 'needs_person') await release()
    expect(await spentFile(file).sum(asset)).toBe(0n)
    await spentFile(file).reserve(asset, 75n, { maxPerDay: 75n })
  })

  it('asks for a person once the swaps that none confirmed pass the amount, of which confirmed ones are no part', async () => {
    const limits = { maxPerDay: 75n, confirmAbove: 20n }
    const reserve = (amount: bigint, isConfirmed = false) =>
      spentFile(file)
        .reserve(asset, amount, { ...limits, isConfirmed })
        .then((answer) => (answer === 'needs_person' ? answer : 'counted'))
    expect(await reserve(21n)).toBe('needs_person')
    expect(await reserve(21n, true)).toBe('counted')
    expect(await reserve(15n)).toBe('counted')
    expect(await reserve(6n)).toBe('needs_person')
    expect(await reserve(5n)).toBe('counted')
    expect(await reserve(1n)).toBe('needs_person')
    // A swap that waits for a confirmation is not counted. One above the day's limit is refused, and nobody is asked
    // about it.
    expect(await spentFile(file).sum(asset)).toBe(41n)
    expect(await spentFile(file).sum(asset, 'unconfirmed')).toBe(20n)
    await expect(reserve(40n)).rejects.toThrow('41 are counted')
  })

  it('counts nothing as free where a line is damaged', async () => {
    await spentFile(file).reserve(asset, 5n, { maxPerDay: 10n })
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -9))
    await expect(spentFile(file).reserve(asset, 1n, { maxPerDay: 10n })).rejects.toThrow('damaged')
  })
})
