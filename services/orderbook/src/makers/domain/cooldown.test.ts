import { describe, expect, it } from '@jest/globals'
import { cooldownUntil, type MakerEvent } from './cooldown.ts'

const start = 1_795_000_000
const minute = 60
const day = 86_400
const event = (kind: MakerEvent['kind'], minutes: number): MakerEvent => ({ kind, at: start + minutes * minute })
const faded = (minutes: number) => event('faded', minutes)
const refused = (minutes: number) => event('refused', minutes)
const filled = (minutes: number) => event('filled', minutes)

describe('cooldownUntil', () => {
  it.each<[string, MakerEvent[]]>([
    ['nothing', []],
    ['only fills', [filled(0), filled(1)]],
  ])('is zero after %s', (_name, events) => {
    expect(cooldownUntil(events)).toBe(0)
  })

  it.each<[string, MakerEvent[], number]>([
    ['a minute after a fade', [faded(0)], 1],
    ['a minute after a refusal', [refused(0)], 1],
    ['two minutes after a second failure', [faded(0), refused(1)], 1 + 2],
    ['four minutes after a third', [faded(0), faded(1), faded(3)], 3 + 4],
    ['no longer for failures during the cooldown', [faded(0), faded(0), refused(0.5), faded(0.9)], 1],
    ['two minutes after a failure at the end of the cooldown', [faded(0), faded(1)], 1 + 2],
    ['two minutes, however long ago the first failure was', [faded(0), faded(20 * 24 * 60)], 20 * 24 * 60 + 2],
    ['a minute again after a fill', [faded(0), faded(1), filled(5), faded(6)], 6 + 1],
    ['to the end of a cooldown in which there was a fill', [faded(0), faded(1), filled(2)], 1 + 2],
    ['a minute for a failure after such a cooldown', [faded(0), faded(1), filled(2), faded(3)], 3 + 1],
    ['not a minute longer for a failure within such a cooldown', [faded(0), faded(1), filled(2), faded(2.5)], 1 + 2],
    ['two minutes after a second failure since the last fill', [faded(0), filled(2), faded(3), faded(4)], 4 + 2],
  ])('lasts %s', (_name, events, minutes) => {
    expect(cooldownUntil(events)).toBe(start + minutes * minute)
    expect(cooldownUntil(events.toReversed())).toBe(start + minutes * minute)
  })

  it('lasts a day at the most', () => {
    const events: MakerEvent[] = []
    const lengths: number[] = []
    for (let at = start, n = 0; n < 14; n += 1) {
      events.push({ kind: 'faded', at })
      const until = cooldownUntil(events)
      lengths.push((until - at) / minute)
      at = until
    }
    expect(lengths).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, day / minute, day / minute, day / minute])
  })
})
