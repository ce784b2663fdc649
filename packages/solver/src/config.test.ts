import { describe, expect, it } from '@jest/globals'
import { settings } from './config.ts'

describe('SOLVER_KEYS', () => {
  it('refuses the placeholder of an example: a key of zeros', () => {
    const { schema } = settings.solverKeys
    expect(schema.safeParse(JSON.stringify({ one: `0x${'0'.repeat(64)}` })).error?.message).toContain('not all zeros')
    expect(schema.safeParse(JSON.stringify({ one: `0x${'1'.repeat(64)}` })).success).toBe(true)
  })
})
