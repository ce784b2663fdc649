import { expect, it } from '@jest/globals'
import type { Outcome } from '../domain/settlement.ts'
import type { FundedOrder } from '../risk/funded-order.ts'
import { ledgerEntryOf } from './ledger-entry.ts'
import { reportOf } from './report.ts'

const order: FundedOrder = {
  order_id: 'o',
  quote_id: 'q',
  source: { vault: '0x1', asset: 'a:usdc', decimals: 6, amount: '3010000000' },
  destination: { vault: '0x2', asset: 'b:eth', decimals: 18, amount: String(10n ** 18n) },
  prices: { 'a:usdc': '1', 'b:eth': '3000', 'a:eth': '3000' },
}
const settled = (outcome: Outcome, settledAt = 1_795_000_000) => ({
  outcome,
  settledAt,
  gasWei: { source: 10n ** 14n, destination: 10n ** 15n },
  natives: { source: 'a:eth', destination: 'b:eth' },
})

it.each<[Outcome, string, string, string]>([
  ['filled', '3010000000', '1000000000000000000', '6.7'],
  ['returned', '0', '0', '-3.3'],
  ['unfilled', '0', '0', '-3.3'],
  ['lost', '0', '1000000000000000000', '-3003.3'],
  ['windfall', '3010000000', '0', '3006.7'],
])('an order that is %s', (outcome, cameIn, wentOut, profit) => {
  expect(ledgerEntryOf(order, settled(outcome))).toMatchObject({
    outcome,
    in: cameIn,
    out: wentOut,
    gas_usd: '3.3',
    profit_usd: profit,
    settled_at: '2026-11-18T11:06:40.000Z',
  })
})

it.each([
  ['the token that came in', 'a:usdc', { in_usd: null, out_usd: '3000', gas_usd: '3.3', profit_usd: null }],
  ['gas on the source chain', 'a:eth', { in_usd: '3010', out_usd: '3000', gas_usd: null, profit_usd: null }],
])('an order without a price of %s', (_case, asset, sums) => {
  const prices = Object.fromEntries(Object.entries(order.prices).filter(([name]) => name !== asset))
  expect(ledgerEntryOf({ ...order, prices }, settled('filled'))).toMatchObject(sums)
})

it('reports by day and asset', () => {
  const back = {
    ...order,
    source: { ...order.destination, asset: 'a:eth' },
    destination: { ...order.source, asset: 'b:usdc', amount: '2990000000' },
    prices: { ...order.prices, 'b:usdc': '1' },
  }
  const entries = [
    ledgerEntryOf(order, settled('filled', 1_795_100_000)),
    ledgerEntryOf(order, settled('filled')),
    ledgerEntryOf(back, settled('filled')),
    ledgerEntryOf({ ...order, prices: {} }, settled('lost')),
  ]
  const words = reportOf(entries)
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' | '))
  expect(words).toEqual([
    'day | asset | orders | in | out | net',
    '2026-11-18 | a:eth | 1 | 1 | 0 | 1',
    '2026-11-18 | a:usdc | 2 | 3010 | 0 | 3010',
    '2026-11-18 | b:eth | 2 | 0 | 2 | -2',
    '2026-11-18 | b:usdc | 1 | 0 | 2990 | -2990',
    '2026-11-18 | US dollars | 3 | 6010 | 5996.6 | 13.4 (without 1 that had no price)',
    '2026-11-19 | a:usdc | 1 | 3010 | 0 | 3010',
    '2026-11-19 | b:eth | 1 | 0 | 1 | -1',
    '2026-11-19 | US dollars | 1 | 3010 | 3003.3 | 6.7',
  ])
  expect(reportOf([])).toBe('The ledger has no order yet.')
})
