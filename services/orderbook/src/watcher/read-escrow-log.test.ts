import { describe, expect, it } from '@jest/globals'
import { decodeEscrowLog, escrowEventTopics, escrowRegistryAbi } from '@tandem/escrow'
import fc from 'fast-check'
import { encodeEventTopics, type Hex, toEventSelector } from 'viem'
import { readEscrowLog } from './read-escrow-log.ts'

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)

/** A log of one of the events, or one that is almost such a log. */
const logArbitrary = fc.record({
  topics: fc
    .tuple(fc.constantFrom(...escrowEventTopics), hex(32), hex(32), hex(32))
    .map((topics): readonly Hex[] => topics),
  data: fc.oneof(
    ...[0, 1, 2, 4, 5, 6].map((words) => hex(32 * words)),
    hex(63),
    // Small numbers are valid as a reason.
    fc.tuple(hex(32), fc.nat(4)).map(([word, reason]): Hex => `${word}${reason.toString(16).padStart(64, '0')}`),
  ),
})

const expected = (log: { topics: readonly Hex[]; data: Hex }) => {
  const event = decodeEscrowLog(log)
  if (event === undefined) return undefined
  const { vault, type: kind, commitmentHash } = event
  if (kind === 'claimed') return { subject: vault, kind, payload: { commitmentHash, secret: event.secret } }
  if (kind !== 'hop_dispatched') return { subject: vault, kind, payload: { commitmentHash } }
  return { subject: vault, kind, payload: { commitmentHash, secret: event.secret, messageId: event.messageId } }
}

describe('readEscrowLog', () => {
  it('says what the full decoder says, of logs and of what only looks like one', () => {
    const seen = new Set<string | undefined>()
    fc.assert(
      fc.property(logArbitrary, fc.boolean(), (log, isUpperCase) => {
        const upper = (one: Hex): Hex => (isUpperCase ? `0x${one.slice(2).toUpperCase()}` : one)
        const [topic0 = '0x', ...topics] = log.topics
        const told = { topics: [topic0, ...topics.map(upper)], data: upper(log.data) }
        seen.add(expected(log)?.kind)
        expect(readEscrowLog(told)).toEqual(expected(log))
      }),
      { numRuns: 2_000 },
    )
    expect([...seen].sort()).toEqual(['cancelled', 'claimed', 'created', 'hop_dispatched', undefined])
  })

  it('knows nothing of other events, and of a vault that is not there', () => {
    const data: Hex = `0x${'00'.repeat(160)}`
    const topics = Array.from({ length: 3 }, (): Hex => `0x${'11'.repeat(32)}`)
    expect(readEscrowLog({ topics: [toEventSelector('Other()'), ...topics], data })).toBeUndefined()
    expect(readEscrowLog({ topics: [], data })).toBeUndefined()
    const created = encodeEventTopics({ abi: escrowRegistryAbi, eventName: 'EscrowCreated' })
    expect(readEscrowLog({ topics: created as Hex[], data })).toBeUndefined()
    expect(readEscrowLog({ topics: [created[0] as Hex, ...topics], data: '0x' })).toBeUndefined()
  })
})
