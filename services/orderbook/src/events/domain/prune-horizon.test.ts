import { describe, expect, it } from '@jest/globals'
import { type EventUses, pruneHorizon } from './prune-horizon.ts'

const before = new Date('2026-06-01T00:00:00Z')
const [old, young] = [new Date('2026-05-31T23:59:59Z'), before]
const at = (createdAt: Date, ...seqs: number[]) => seqs.map((seq) => ({ seq, createdAt }))
const unused: EventUses = { folded: 100, newest: 100, firstPending: undefined, fannedOut: undefined }

describe('pruneHorizon', () => {
  it.each([
    ['no events', [], {}, 0],
    ['old events', at(old, 3, 4, 5), {}, 5],
    ['old events before young ones', [...at(old, 3, 4), ...at(young, 5, 6)], {}, 4],
    ['an old event behind a young one', [...at(old, 3), ...at(young, 4), ...at(old, 5)], {}, 3],
    ['young events', at(young, 3, 4), {}, 2],
    ['the newest event', at(old, 3, 4, 5), { newest: 5 }, 4],
    ['events that no roll-up holds', at(old, 3, 4, 5), { folded: 3 }, 3],
    ['an event of a pending delivery', at(old, 3, 4, 5), { firstPending: 4 }, 3],
    ['events that are no deliveries yet', at(old, 3, 4, 5), { fannedOut: 4 }, 4],
    ['events before every roll-up', at(old, 1), { folded: 0 }, 0],
  ])('stops at %s', (_what, oldest, over, horizon) => {
    expect(pruneHorizon(oldest, before, { ...unused, ...over })).toBe(horizon)
  })
})
