import { z } from '@tandem/contracts'
import { formatUnits } from 'viem'
import { valueUsd } from '../domain/profit.ts'
import { type Outcome, outcomes } from '../domain/settlement.ts'
import type { FundedOrder } from '../risk/funded-order.ts'

const digits = z.string().regex(/^\d+$/)
const usd = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .nullable()

/**
 * One settled order. `in` came in on the source chain and `out` went out on the destination's, in base units; both are 0 where nothing
 * moved. US dollars are by the prices at the funding, and null where one of them was unknown.
 */
export const ledgerEntrySchema = z.strictObject({
  settled_at: z.iso.datetime(),
  order_id: z.string(),
  quote_id: z.string(),
  outcome: z.enum(outcomes),
  source_asset: z.string(),
  source_vault: z.string(),
  in: digits,
  in_decimals: z.int(),
  destination_asset: z.string(),
  destination_vault: z.string(),
  out: digits,
  out_decimals: z.int(),
  source_gas_wei: digits,
  destination_gas_wei: digits,
  in_usd: usd,
  out_usd: usd,
  gas_usd: usd,
  profit_usd: usd,
})
export type LedgerEntry = z.output<typeof ledgerEntrySchema>

export const ledgerFields = Object.keys(ledgerEntrySchema.shape) as (keyof LedgerEntry)[]

export interface Settled {
  outcome: Outcome
  /** In unix seconds. */
  settledAt: number
  gasWei: Record<'source' | 'destination', bigint>
  /** The asset ids of the tokens that pay for gas. */
  natives: Record<'source' | 'destination', string>
}

/** Computes the entry of a settled order. Pure. */
export function ledgerEntryOf(order: FundedOrder, { outcome, settledAt, gasWei, natives }: Settled): LedgerEntry {
  const { source, destination, prices } = order
  const cameIn = outcome === 'filled' || outcome === 'windfall' ? source.amount : '0'
  const wentOut = outcome === 'filled' || outcome === 'lost' ? destination.amount : '0'
  /** An amount of zero is worth zero even without a price. */
  const worth = (amount: bigint, decimals: number, asset: string): bigint | undefined => {
    const price = prices[asset]
    if (amount === 0n) return 0n
    return price === undefined ? undefined : valueUsd({ amount, decimals, price }, 'down')
  }
  const income = worth(BigInt(cameIn), source.decimals, source.asset)
  const payout = worth(BigInt(wentOut), destination.decimals, destination.asset)
  const gas = sum(worth(gasWei.source, 18, natives.source), worth(gasWei.destination, 18, natives.destination))
  const cost = sum(payout, gas)
  const profit = income === undefined || cost === undefined ? undefined : income - cost
  return {
    settled_at: new Date(settledAt * 1_000).toISOString(),
    order_id: order.order_id,
    quote_id: order.quote_id,
    outcome,
    source_asset: source.asset,
    source_vault: source.vault,
    in: cameIn,
    in_decimals: source.decimals,
    destination_asset: destination.asset,
    destination_vault: destination.vault,
    out: wentOut,
    out_decimals: destination.decimals,
    source_gas_wei: String(gasWei.source),
    destination_gas_wei: String(gasWei.destination),
    in_usd: textOf(income),
    out_usd: textOf(payout),
    gas_usd: textOf(gas),
    profit_usd: textOf(profit),
  }
}

const sum = (one: bigint | undefined, other: bigint | undefined): bigint | undefined =>
  one === undefined || other === undefined ? undefined : one + other

const textOf = (scaled: bigint | undefined): string | null => (scaled === undefined ? null : formatUnits(scaled, 18))
