import { describe, expect, it } from '@jest/globals'
import { type MakerFact, makerOutcome, makerRecord } from './maker-record.ts'

const start = 1_795_000_000
const minute = 60
const day = 86_400

function fact(fillBy: number, createdAt: number | null, sourceAt = fillBy - 200): MakerFact {
  return {
    order_id: '019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11',
    maker_quote: { message: { initiate_by: fillBy - 120, fill_by: fillBy } },
    source: { created_at: sourceAt },
    destination: { chain: 'b', created_at: createdAt, depth_secs: 0 },
  } as unknown as MakerFact
}
const faded = (at: number) => fact(at, null)
const countedTo = { b: start + 365 * day }

describe('makerOutcome', () => {
  it.each<[string, MakerFact, number, string]>([
    ['a destination before fill_by', fact(start, start - 1), start, 'filled'],
    ['a destination at fill_by', fact(start, start), start, 'faded'],
    ['no destination, and fill_by not reached at depth', fact(start, null), start - 1, 'pending'],
    ['no destination at fill_by', fact(start, null), start, 'faded'],
    ['a source in the last second', fact(start, null, start - 120), start, 'faded'],
    ['a source that came too late', fact(start, null, start - 119), start, 'unbound'],
    ['no destination while a chain stood still', { ...fact(start, null), halted: true }, start, 'excused'],
    ['a late destination while a chain stood still', { ...fact(start, start), halted: true }, start, 'excused'],
    ['a destination in time while a chain stood still', { ...fact(start, start - 1), halted: true }, start, 'filled'],
  ])('%s', (_name, given, to, outcome) => {
    expect(makerOutcome(given, { b: to })).toBe(outcome)
  })

  it('waits while it is not known how far the chain was read', () => {
    expect(makerOutcome(faded(start), {})).toBe('pending')
  })
})

describe('makerRecord', () => {
  const at = (time: number, ...facts: MakerFact[]) => makerRecord(facts, [], { countedTo, at: time })

  it('is empty without facts', () => {
    const none = { fills: 0, fades: 0, pending: 0, refused: 0, strikes: 0, benchedUntil: null }
    expect(at(start)).toEqual(none)
  })

  it.each([
    ['5 minutes for the first', [0], 5],
    ['20 for a second on the same day', [0, 60], 20],
    ['80 for a third', [0, 60, 120], 80],
    ['5 again after a day and a bench', [0, 24 * 60 + 5], 5],
    ['5 for many at once: the maker was out, once', [0, 0, 1, 2, 3], 5],
  ])('benches for %s', (_name, minutes, expected) => {
    const last = start + Math.max(...minutes) * minute
    const first = minutes.filter((m) => m < 5).length === minutes.length ? start : last
    expect(at(last, ...minutes.map((m) => faded(start + m * minute))).benchedUntil).toBe(first + expected * minute)
  })

  it('benches for 7 days at the most', () => {
    const facts: MakerFact[] = []
    let time = start
    for (let n = 0; n < 12; n += 1) {
      facts.push(faded(time))
      time = makerRecord(facts, [], { countedTo, at: time }).benchedUntil ?? 0
    }
    const last = facts.at(-1)?.maker_quote.message.fill_by ?? 0
    expect(time - last).toBe(7 * day)
  })

  it.each<[string, number[], number[], number]>([
    ['1 minute for a first refusal', [0], [], 1],
    ['4 for a second one, and no more for a third during that', [0, 2, 3], [], 2 + 4],
    ['20 for a fade after a refusal', [0], [10], 10 + 20],
    ['1 again for a refusal a day later', [0, 24 * 60 + 2], [], 24 * 60 + 2 + 1],
  ])('benches for %s', (_name, refusals, fades, expected) => {
    const faults = refusals.map((minutes) => ({ kind: 'refused' as const, reason: '', at: start + minutes * minute }))
    const facts = fades.map((minutes) => faded(start + minutes * minute))
    const last = start + Math.max(...refusals, ...fades) * minute
    const record = makerRecord(facts, faults, { countedTo, at: last })
    expect([record.benchedUntil, record.refused]).toEqual([start + expected * minute, refusals.length])
  })

  it('forgets a strike for each day without a fade', () => {
    const facts = [faded(start), faded(start + 60 * minute)]
    const benchEnd = start + 80 * minute
    expect([0, 1, 2, 3].map((n) => at(benchEnd + n * day, ...facts).strikes)).toEqual([2, 1, 0, 0])
  })

  it('does not depend on the order of the facts', () => {
    const facts = [faded(start), fact(start + 10, start + 5), faded(start + 60 * minute)]
    expect(at(start + day / 2, ...facts.toReversed())).toEqual(at(start + day / 2, ...facts))
  })
})
