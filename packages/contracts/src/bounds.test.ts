import { describe, expect, it } from '@jest/globals'
import { answered, sent, unboundedIn } from '../scripts/unbounded.ts'
import { z } from './zod.ts'

describe('the wire contract', () => {
  it.each(sent)('has a bound on every list and text that others send: %s', (name, schema) => {
    expect(unboundedIn(schema, name, 'lists and texts')).toEqual([])
  })

  it.each(answered)('has a bound on every list that we answer: %s', (name, schema) => {
    expect(unboundedIn(schema, name, 'lists')).toEqual([])
  })

  it('has no bound where the test must see it', () => {
    const open = z.object({
      list: z.array(z.string().max(3)),
      text: z.string().optional(),
      hex: z.string().regex(/^0x[0-9]+$/),
    })
    expect(unboundedIn(open, '', 'lists and texts')).toEqual(['.list[]', '.text', '.hex'])
    expect(unboundedIn(open, '', 'lists')).toEqual(['.list[]'])
  })
})
