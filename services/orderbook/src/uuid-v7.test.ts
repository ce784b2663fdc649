import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { uuidV7 } from './uuid-v7.ts'

const random = fc.uint8Array({ minLength: 10, maxLength: 10 })
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })

describe('uuidV7', () => {
  it('has the form of RFC 9562', () => {
    fc.assert(
      fc.property(time, random, (nowMs, bytes) => {
        expect(uuidV7(nowMs, bytes)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      }),
    )
  })

  it('sorts by time', () => {
    fc.assert(
      fc.property(time, time, random, random, (a, b, first, second) => {
        fc.pre(a < b)
        expect(uuidV7(a, first) < uuidV7(b, second)).toBe(true)
      }),
    )
  })
})
