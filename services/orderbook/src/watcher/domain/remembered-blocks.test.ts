import { describe, expect, it } from '@jest/globals'
import { chainConfig } from '../../../test/support/model-chain.ts'
import { rememberedBlocksOf } from './remembered-blocks.ts'

describe('rememberedBlocksOf', () => {
  it.each([
    ['a slow chain', { block_time_ms: 12_000 }, 256n],
    ['blocks of 2 s', { block_time_ms: 2_000 }, 450n],
    ['blocks of 0.25 s', { block_time_ms: 250 }, 3_600n],
    ['deep confirmations', { block_time_ms: 12_000, confirmations: 400 }, 800n],
    [
      'deep confirmations of valuable orders',
      { block_time_ms: 12_000, confirmation_steps: [{ from_usd: 1_000, confirmations: 300 }] },
      600n,
    ],
    ['a finality tag', { block_time_ms: 12_000, finality_tag: 'finalized' as const }, 256n],
  ])('of %s', (_name, over, blocks) => {
    expect(rememberedBlocksOf(chainConfig('devnet_a', over))).toBe(blocks)
  })
})
