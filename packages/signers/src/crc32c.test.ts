import { describe, expect, it } from '@jest/globals'
import { crc32c } from './crc32c.ts'

describe('crc32c', () => {
  // The vectors of RFC 3720 (B.4), and the check value of the catalogue of CRCs.
  it.each([
    ['the digits', Buffer.from('123456789'), 0xe3069283],
    ['nothing', Buffer.alloc(0), 0],
    ['32 zeros', Buffer.alloc(32), 0x8a9136aa],
    ['32 ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
    ['ascending', Buffer.from(Array.from({ length: 32 }, (_, i) => i)), 0x46dd794e],
    ['descending', Buffer.from(Array.from({ length: 32 }, (_, i) => 31 - i)), 0x113fdb5c],
  ])('%s', (_name, bytes, expected) => {
    expect(crc32c(bytes)).toBe(expected)
  })
})
