import { describe, expect, it } from '@jest/globals'
import { fillWindowSecs } from './fill-window.ts'

const chain = (over = {}) => ({
  block_time_ms: 12_000,
  confirmations: 12,
  confirmation_steps: [{ from_usd: 1_000, confirmations: 64 }],
  finality_tag: null,
  claim_safety_secs: 600,
  ...over,
})
const quick = chain({ block_time_ms: 1_500, confirmations: 1, confirmation_steps: [], claim_safety_secs: 300 })

describe('fillWindowSecs', () => {
  it('adds the depth of both chains, the time of the solver and the safety of the destination', () => {
    expect(fillWindowSecs(chain(), quick, 10)).toBe(144 + 30 + 2 + 300)
    expect(fillWindowSecs(quick, chain(), 10)).toBe(2 + 30 + 144 + 600)
  })

  it('takes the depth of a large order where the worth is large or not known', () => {
    expect(fillWindowSecs(chain(), quick, 1_000)).toBe(768 + 30 + 2 + 300)
    expect(fillWindowSecs(chain(), quick, undefined)).toBe(768 + 30 + 2 + 300)
  })

  it('allows 25 minutes for a tag', () => {
    expect(fillWindowSecs(chain({ finality_tag: 'finalized', confirmation_steps: [] }), quick, 10)).toBe(1_832)
  })
})
