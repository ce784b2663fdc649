/** Tests how the keeper is composed: how much time it leaves to the parties. */
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { primeConfig } from '../../test/support/prime-config.ts'
import { nowSecs } from '../../test/support/wired.ts'
import { composeKeeper } from './compose-keeper.ts'

afterEach(() => {
  jest.restoreAllMocks()
})

const created = { create_tx_hash: '0x', claim_tx_hash: null, cancel_tx_hash: null, l1_hop: false }
const open = { ...created, cancel_after: nowSecs + 7_001, claim_timestamp: null, commitment: null }
const orderWith = (over: object): OrderWire =>
  ({
    order_id: 'order',
    status: 'source_initiated',
    source_intent: open,
    destination_intent: open,
    maker_quote: null,
    fill_by: null,
    created_at: new Date(nowSecs * 1_000).toISOString(),
    updated_at: new Date(nowSecs * 1_000).toISOString(),
    ...over,
  }) as unknown as OrderWire

/**
 * The kinds of work that the production keeper finds in its first round, given what the orderbook shows of one order.
 */
async function kindsFound(order: OrderWire, afterSecs: number): Promise<string[]> {
  jest.spyOn(Date, 'now').mockReturnValue((nowSecs + afterSecs) * 1_000)
  const kinds: string[] = []
  const work = {
    now: Date.now,
    network: primeConfig().network,
    chains: new Map(),
    orderbook: {
      async *listOrders({ statuses }: { statuses: readonly string[] }) {
        if (statuses.includes(order.status)) yield order
      },
      getOrder: async () => order,
    },
    store: {
      // The store answers that the work exists already, because the test only looks at what the keeper asks for.
      findByOrder: async (_id: string, kind: string) => {
        kinds.push(kind)
        return { state: 'accepted' }
      },
    },
  }
  const rounds = new Set<string>()
  let stop: () => unknown = () => undefined
  await new Promise<void>((resolve) => {
    const ended = (what: string) => {
      rounds.add(`${what} ${rounds.size}`)
      if (rounds.size === 2) resolve()
    }
    const observe = { jobsTaken: () => ended('taken'), keeperSkipped: () => undefined, keeperFailed: ended }
    const keeper = composeKeeper({ ...work, config: primeConfig(), observe } as unknown as Parameters<
      typeof composeKeeper
    >[0])
    stop = keeper.stop
    keeper.start()
  })
  await stop()
  return kinds
}

describe('the keeper', () => {
  const over = { ...open, cancel_after: nowSecs }
  const claimed = {
    ...open,
    claim_tx_hash: '0x',
    claim_timestamp: new Date(nowSecs * 1_000).toISOString(),
    commitment: '0x5e',
  }
  it.each<[string, OrderWire, string[]]>([
    [
      'cancels an escrow whose time is over',
      orderWith({ status: 'refundable', source_intent: over }),
      ['cancel_source'],
    ],
    [
      'claims with a secret that is public',
      orderWith({ status: 'destination_claimed', destination_intent: claimed }),
      ['claim_source'],
    ],
  ])('%s a second after the parties had their time, and not before', async (_what, order, expected) => {
    expect(await kindsFound(order, 60)).toEqual([])
    expect(await kindsFound(order, 61)).toEqual(expected)
  })
})
