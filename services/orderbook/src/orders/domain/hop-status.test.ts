import { describe, expect, it } from '@jest/globals'
import { aHop } from '../../../test/support/builders.ts'
import { bridgeStatusOf } from './hop-status.ts'
import type { BridgeState } from './order-lifecycle.ts'

const claim = { txHash: `0x${'aa'.repeat(32)}`, blockNumber: 7, timestamp: new Date(1_000_000) } as const
const statusAt = (bridgeState: BridgeState, isClaimed: boolean, nowMs = 1_000_000) =>
  bridgeStatusOf({ hop: aHop(), claim: isClaimed ? claim : null, bridgeState }, nowMs, 60)

describe('bridgeStatusOf', () => {
  it('is nothing where there is no hop', () => {
    expect(bridgeStatusOf({ hop: null, claim, bridgeState: null }, 0, 60)).toBeNull()
  })

  it('follows the message', () => {
    expect(statusAt('none', false)).toBe('awaiting')
    expect(statusAt('dispatched', true)).toBe('dispatched')
    expect(statusAt('failed', true)).toBe('failed')
    expect(statusAt('delivered', true)).toBe('delivered')
  })

  it('says when a message should have arrived, and says no more of it once it failed or arrived', () => {
    expect(statusAt('dispatched', true, 1_059_999)).toBe('dispatched')
    expect(statusAt('dispatched', true, 1_060_000)).toBe('stuck')
    expect(statusAt('failed', true, 9_000_000)).toBe('failed')
    expect(statusAt('delivered', true, 9_000_000)).toBe('delivered')
  })

  it('knows a claim that bridged nothing', () => {
    expect(statusAt('none', true)).toBe('taken_on_hub')
  })
})
