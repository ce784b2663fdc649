import { formatUnits, parseUnits } from 'viem'
import type { LedgerEntry } from './ledger-entry.ts'

interface AssetSums {
  orders: number
  in: bigint
  out: bigint
  decimals: number
}

/**
 * The ledger by day (UTC) and asset, as a text. Pure. Tokens are counted exactly; the last line of a day sums up its orders in US
 * dollars, by the prices at their fundings.
 */
export function reportOf(entries: readonly LedgerEntry[]): string {
  if (entries.length === 0) return 'The ledger has no order yet.'
  const dayOf = ({ settled_at }: LedgerEntry) => settled_at.slice(0, 10)
  const days = [...new Set(entries.map(dayOf))].sort()
  const rows = days.flatMap((day) =>
    rowsOf(
      day,
      entries.filter((entry) => dayOf(entry) === day),
    ),
  )
  return tableOf([['day', 'asset', 'orders', 'in', 'out', 'net'], ...rows])
}

function rowsOf(day: string, entries: readonly LedgerEntry[]): string[][] {
  const assets = new Map<string, AssetSums>()
  for (const entry of entries) {
    const cameIn = { asset: entry.source_asset, in: BigInt(entry.in), out: 0n, decimals: entry.in_decimals }
    const wentOut = { asset: entry.destination_asset, in: 0n, out: BigInt(entry.out), decimals: entry.out_decimals }
    for (const { asset, ...moved } of [cameIn, wentOut]) {
      const sums = assets.get(asset) ?? { orders: 0, in: 0n, out: 0n, decimals: moved.decimals }
      const { orders, decimals } = sums
      assets.set(asset, { orders: orders + 1, in: sums.in + moved.in, out: sums.out + moved.out, decimals })
    }
  }
  const rows = [...assets]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([asset, { orders, decimals, ...moved }]) => {
      const amounts = [moved.in, moved.out, moved.in - moved.out].map((amount) => formatUnits(amount, decimals))
      return [day, asset, String(orders), ...amounts]
    })
  return [...rows, [day, 'US dollars', String(entries.length), ...dollarsOf(entries)]]
}

/** Sums up what came in, what went out, the gas, and the profit. Orders without a price are left out, and counted. */
function dollarsOf(entries: readonly LedgerEntry[]): string[] {
  const priced = entries.filter(({ profit_usd }) => profit_usd !== null)
  const total = (field: 'in_usd' | 'out_usd' | 'gas_usd' | 'profit_usd') =>
    priced.reduce((sum, entry) => sum + parseUnits(entry[field] ?? '0', 18), 0n)
  const cents = (scaled: bigint) => formatUnits(scaled / 10n ** 14n, 4)
  const unpriced = entries.length - priced.length
  const note = unpriced === 0 ? '' : ` (without ${unpriced} that had no price)`
  return [cents(total('in_usd')), cents(total('out_usd') + total('gas_usd')), `${cents(total('profit_usd'))}${note}`]
}

function tableOf(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
