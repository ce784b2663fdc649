import { describe, expect, it } from '@jest/globals'
import { chainConfig } from '../../../test/support/model-chain.ts'
import { oldestRemembered, rememberedBlocksOf } from './remembered-blocks.ts'

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

describe('oldestRemembered', () => {
  const at = { remembered: 256n, counted: 999_000n, clockBlock: 998_990n }
  it.each([
    ['as deep as a reorg is followed', { counted: 999_990n, clockBlock: 999_980n }, 999_744n],
    ['as deep as the clock needs', {}, 998_990n],
    ['as deep as facts count, where no block is stored that deep', { clockBlock: null }, 999_000n],
    ['no deeper than a hundred thousand blocks', { clockBlock: 1n }, 900_000n],
  ])('is %s', (_what, over, oldest) => {
    expect(oldestRemembered(1_000_000n, { ...at, ...over })).toBe(oldest)
  })
})
