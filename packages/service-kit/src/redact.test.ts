import { describe, expect, it } from '@jest/globals'
import { redact, redactText } from './redact.ts'

const secret = `0x${'5e'.repeat(32)}`
const hash = `0x${'ab'.repeat(32)}`

describe('redact', () => {
  it.each(['tx_hash', 'txHash', 'commitment_hash', 'commitmentHash', 'block_hash', 'hash', 'tx_hashes'])(
    'keeps a 32-byte hash under %s',
    (field) => {
      expect(redact({ [field]: hash })).toEqual({ [field]: hash })
      expect(redact({ [field]: [hash] })).toEqual({ [field]: [hash] })
    },
  )

  it.each(['commitment', 'value', 'data', 'order_id', 'hashed', 'rehash'])('masks one under %s', (field) => {
    expect(JSON.stringify(redact({ [field]: hash }))).not.toContain('abab')
  })

  it('masks what is longer than a hash under a hash field', () => {
    expect(redact({ tx_hash: `${hash}00` })).toEqual({ tx_hash: '[redacted]' })
  })

  it.each([
    'secret',
    'privateKey',
    'PRIVATE_KEY',
    'authorization',
    'Authorization',
    'raw',
    'raw_tx',
    'rawTx',
    'signature',
    'api-key',
  ])('masks anything under %s', (field) => {
    expect(redact({ [field]: 'short' })).toEqual({ [field]: '[redacted]' })
    expect(redact({ [field]: { nested: ['short'] } })).toEqual({ [field]: '[redacted]' })
  })

  it('says that a secret field is empty', () => {
    expect(redact({ secret: null })).toEqual({ secret: null })
  })

  it('keeps addresses, amounts and identifiers', () => {
    const facts = {
      swap_id: `0x${'12'.repeat(20)}`,
      amount: 10n ** 30n,
      order_id: '0192f0c1-2b7e-7c3a-9d4e-5f6a7b8c9d0e',
      count: 3,
      ok: true,
      none: null,
      at: new Date(0),
    }
    expect(redact(facts)).toEqual({ ...facts, amount: String(facts.amount), at: '1970-01-01T00:00:00.000Z' })
  })

  it('masks the credentials of URLs', () => {
    expect(redactText('connect postgresql://user:pass@db:5432/x failed')).toBe(
      'connect postgresql://[redacted]@db:5432/x failed',
    )
    expect(redact(new URL('https://key@rpc.example/v1'))).toBe('https://[redacted]@rpc.example/v1')
  })

  it('survives cycles and deep nesting', () => {
    const cycle: Record<string, unknown> = { secret }
    cycle.self = cycle
    expect(redact(cycle)).toEqual({ secret: '[redacted]', self: '[nested too deep]' })
    let deep: unknown = secret
    for (let i = 0; i < 1000; i += 1) deep = { deep }
    expect(JSON.stringify(redact(deep)).length).toBeLessThan(500)
  })
})
