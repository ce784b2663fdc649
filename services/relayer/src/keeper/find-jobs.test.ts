import { describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import type { WorkRequest } from '../work/domain/work.ts'
import { type KeepDeps, makeKeep } from './find-jobs.ts'

const hash = `0x${'ab'.repeat(32)}`
const intent = { create_tx_hash: null, claim_tx_hash: null, claim_timestamp: null, cancel_tx_hash: null }
/** Past every deadline, and never filled by its maker. */
const unfilled = {
  order_id: 'unfilled',
  status: 'source_initiated',
  maker_quote: {},
  fill_by: 1_000,
  source_intent: { ...intent, create_tx_hash: hash, cancel_after: 3_000 },
  destination_intent: { ...intent, cancel_after: 2_000 },
} as OrderWire

describe('makeKeep', () => {
  it('looks for the other jobs of an order whose refund fails in every round', async () => {
    const [lookedFor, skipped]: [string[], unknown[]] = [[], []]
    const keep = makeKeep({
      orderbook: {
        async *listOrders({ statuses }: { statuses: readonly string[] }) {
          if (statuses.includes(unfilled.status)) yield unfilled
        },
      },
      store: {
        async findByOrder(_id: string, kind: string) {
          lookedFor.push(kind)
          return {} as WorkRequest
        },
      },
      refund: async (order: OrderWire) => {
        expect(order).toBe(unfilled)
        throw new Error('the budget is spent')
      },
      onSkipped: (id: string, error: unknown) => void skipped.push([id, String(error)]),
      delaySecs: 0,
      intervalMs: 1,
      now: () => 5_000_000,
    } as unknown as KeepDeps)
    expect(await keep()).toBe(0)
    expect(lookedFor).toEqual(['cancel_source', 'recover_prefund_destination'])
    expect(skipped).toEqual([['unfilled', 'Error: the budget is spent']])
  })
})
