import { describe, expect, it } from '@jest/globals'
import { networksOf } from './rate-limit.ts'

describe('the networks of an address', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7']],
    ['::ffff:192.0.2.7', ['192.0.2.7']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2', '2001:db8:1:0/56', '2001:db8:1/48']],
    ['2001:db8:1:1fe2::6', ['2001:db8:1:1fe2', '2001:db8:1:1f00/56', '2001:db8:1/48']],
    ['2001:0db8::6', ['2001:db8:0:0', '2001:db8:0:0/56', '2001:db8:0/48']],
    ['::1', ['0:0:0:0', '0:0:0:0/56', '0:0:0/48']],
    ['unknown', ['unknown']],
  ])('%s', (address, expected) => {
    expect(networksOf(address).map(({ name }) => name)).toEqual(expected)
  })

  it('get more the wider they are, and far less than each of their parts would', () => {
    expect(networksOf('2001:db8::1').map(({ times }) => times)).toEqual([1, 2, 8])
  })
})
