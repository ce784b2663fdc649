import { describe, expect, it } from '@jest/globals'
import { network } from './rate-limit.ts'

describe('network', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:0db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, expected) => {
    expect(network(address)).toBe(expected)
  })
})
