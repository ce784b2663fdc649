import { describe, expect, it } from '@jest/globals'
import { maxBytesOf } from './answer-limits.ts'

describe('maxBytesOf', () => {
  it('adds the answers of a batch, up to a limit', () => {
    expect(maxBytesOf(['eth_blockNumber'])).toBe(131_072)
    expect(maxBytesOf(['eth_getBlockByNumber', 'eth_call'])).toBe(2_097_152)
    expect(maxBytesOf(Array(50).fill('eth_getLogs'))).toBe(8_388_608)
  })
})
