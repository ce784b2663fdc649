import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { rfqIdOf } from './maker-quote.ts'

describe('rfqIdOf', () => {
  it('is the UUID, version 8, of the SHA-256 of the quote identifier in lower case', () => {
    const quoteId = '7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10'
    const digest = createHash('sha256').update(quoteId).digest().subarray(0, 16)
    digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80
    digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
    const id = rfqIdOf(quoteId)
    expect(id.replaceAll('-', '')).toBe(digest.toString('hex'))
    expect(rfqIdOf(quoteId.toUpperCase())).toBe(id)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
