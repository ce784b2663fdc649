import { describe, expect, it } from '@jest/globals'
import type { OrderStatus, RunStep } from '@tandem/sdk'
import { secretLocation } from './secret-location.ts'

type Given = Parameters<typeof secretLocation>[0]
const view = (origin: 'wallet' | 'stored', given: { phase: Given['phase']; step?: RunStep; status?: OrderStatus }) => ({
  phase: given.phase,
  step: given.step,
  order: given.status === undefined ? undefined : { status: given.status },
  state: { secretOrigin: origin },
})

describe('secretLocation', () => {
  it.each(['resting', 'running', 'elsewhere', 'refused', 'failed'] as const)(
    'names it of a swap that is %s',
    (phase) => {
      expect(secretLocation(view('wallet', { phase, status: 'source_initiated' }))).toBe('wallet')
      expect(secretLocation(view('stored', { phase, status: 'source_initiated' }))).toBe('browser')
      expect(secretLocation(view('wallet', { phase }))).toBe('wallet')
    },
  )

  it.each(['completed', 'refunded', 'ended'] as const)('says nothing of a swap whose run has ended as %s', (step) => {
    for (const origin of ['wallet', 'stored'] as const)
      expect(secretLocation(view(origin, { phase: 'over', step, status: 'destination_claimed' }))).toBeNull()
  })

  it('names it of a swap that is paid while a bridge may still have to deliver', () => {
    expect(secretLocation(view('wallet', { phase: 'over', step: 'settling', status: 'bridging' }))).toBe('wallet')
  })

  it('does not take the word of an orderbook for it that the data of this browser is needed no more', () => {
    expect(secretLocation(view('wallet', { phase: 'resting', status: 'completed' }))).toBeNull()
    expect(secretLocation(view('stored', { phase: 'resting', status: 'completed' }))).toBe('browser')
  })
})
