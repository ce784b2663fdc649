import { describe, expect, it } from '@jest/globals'
import { mostBytesOf } from './answer-limits.ts'

describe('mostBytesOf', () => {
  it('adds the answers of a batch, up to a limit', () => {
    expect(mostBytesOf(['eth_blockNumber'])).toBe(131_072)
    expect(mostBytesOf(['eth_getBlockByNumber', 'eth_call'])).toBe(2_097_152)
    expect(mostBytesOf(Array(50).fill('eth_getLogs'))).toBe(8_388_608)
  })
})
