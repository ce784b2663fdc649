import { describe, expect, it } from '@jest/globals'
import { quoteSchema } from '@tandem/contracts'
import { getAddress } from 'viem'
import { aQuote } from '../../test/support/builders.ts'
import { columns } from '../columns.ts'
import { quoteOfJson, quoteOfWire, quoteRow, quoteWire } from './quote.codec.ts'

const createdAt = new Date('2026-11-29T12:00:00.123Z')
const runnerUp = aQuote({ networkFee: 7n })
const quote = aQuote({
  source: { asset: 'devnet_a:eth', amount: 2n ** 128n - 1n },
  hopRelayerFee: 2n ** 255n,
  networkFee: 0n,
  cancelAfter: { source: 2_000_000_000, destination: 1_900_000_000 },
  freeOptionSecs: 0,
  runnersUp: [runnerUp],
})

/** The answer of PostgreSQL's `json_build_object` to a row, under the names of the fields. */
const stored = (row: Record<string, unknown>) => {
  const field = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const all = Object.keys(columns.quotes).map((column) => [field(column), row[column] ?? null])
  return JSON.stringify(Object.fromEntries(all))
}

describe('a quote', () => {
  it('comes back from its row as it was', () => {
    expect(quoteOfJson(stored(quoteRow(quote, createdAt, null)))).toEqual(quote)
    expect(quoteOfJson(stored(quoteRow(quote, createdAt, createdAt)))).toEqual({ ...quote, consumed: true })
  })

  it('has a row of every column but those without a value, and no other', () => {
    const row = quoteRow(quote, createdAt, null)
    const without = ['consumed_at', 'initiate_by', 'fill_by', 'maker_quote', 'claimed_hash', 'claimed_order_id']
    expect(Object.keys(row).filter((column) => !(column in columns.quotes))).toEqual([])
    expect(Object.keys(columns.quotes).filter((column) => !(column in row))).toEqual(without)
  })

  it('keeps a runner-up from before its newest column', () => {
    const row = quoteRow(quote, createdAt, null)
    const [{ network_fee: _fee, ...older }] = row.runners_up as [Record<string, unknown>]
    const [first] = quoteOfJson(stored({ ...row, runners_up: [older] })).runnersUp
    expect(first).toEqual({ ...runnerUp, networkFee: null })
  })

  it('is read from the wire of another service, in lower case and without its makers', () => {
    const wire = quoteWire(quote)
    expect(quoteSchema.strict().parse(wire)).toEqual(wire)
    const remote = { ...wire, quote_id: wire.quote_id.toUpperCase() }
    expect(quoteOfWire(remote)).toEqual({ ...quote, makerQuote: null, runnersUp: [] })
    const lower = { ...wire, source_solver_address: wire.source_solver_address.toLowerCase() }
    expect(quoteOfWire(lower).sourceSolverAddress).toBe(getAddress(wire.source_solver_address))
  })
})
