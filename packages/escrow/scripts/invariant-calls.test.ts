import { describe, expect, it } from '@jest/globals'
import { handlerCalls } from './invariant-calls.ts'

const table = (rows: string[]) =>
  ['╭----+----╮', '| Contract | Selector | Calls | Reverts | Discards |', '+====+', ...rows, '╰----+----╯'].join('\n')

describe('handlerCalls', () => {
  it('adds the tables of every invariant up, and leaves the rest of the output', () => {
    const output = [
      '[PASS] invariant_one() (runs: 64, calls: 6400, reverts: 3)',
      '',
      table([
        '| EscrowHandler | claim    | 10    | 3       | 0        |',
        '|----+----|',
        '| EscrowHandler | warp | 5 | 0 | 0 |',
      ]),
      '[PASS] invariant_two() (runs: 64, calls: 6400, reverts: 1)',
      table(['| EscrowHandler | claim    | 20    | 20      | 0        |']),
    ].join('\n')
    const { steps, text } = handlerCalls(output)
    expect(steps).toEqual([
      { step: 'claim', calls: 30, accepted: 7 },
      { step: 'warp', calls: 5, accepted: 5 },
    ])
    expect(text).toBe(
      '[PASS] invariant_one() (runs: 64, calls: 6400, reverts: 3)\n\n[PASS] invariant_two() (runs: 64, calls: 6400, reverts: 1)',
    )
  })

  it('finds nothing where forge printed no table', () => {
    expect(handlerCalls('Ran 1 test suite').steps).toEqual([])
  })
})
