import { describe, expect, it } from '@jest/globals'
import { type BatchKind, batchKindOf } from './batch-kind.ts'
import type { Work } from './work.ts'

describe('batchKindOf', () => {
  it.each<[string, unknown, BatchKind | undefined]>([
    ['a claim', { kind: 'claim', hop: null }, 'claim'],
    ['a claim with a hop', { kind: 'claim', hop: {} }, undefined],
    ['a creation that is funded at its address', { kind: 'initiation', how: { type: 'prefunded' } }, 'prefunded'],
    ['a creation by signature', { kind: 'initiation', how: { type: 'signed' } }, 'signed'],
    ['a creation by permit', { kind: 'initiation', how: { type: 'permit' } }, undefined],
    ['a creation by Permit2', { kind: 'initiation', how: { type: 'permit2' } }, undefined],
    ['a creation by EIP-3009', { kind: 'initiation', how: { type: 'eip3009' } }, undefined],
    ['a cancellation', { kind: 'cancel_source' }, undefined],
    ['a claim by the keeper', { kind: 'claim_source' }, undefined],
  ])('%s: %s', (_name, work, expected) => {
    expect(batchKindOf(work as Work)).toBe(expected)
  })
})
