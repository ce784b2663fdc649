import type { Hex } from 'viem'
import type { BudgetStore, EndedCharge } from './ports.ts'

const maxAtOnce = 500
/**
 * Milliseconds after the reservation in which a missing receipt is waited for. After that, a transaction without a
 * receipt counts at its highest possible cost.
 */
const receiptsMs = 3_600_000

/** What a transaction cost, in wei; undefined without a receipt. */
export type TransactionCost = (chain: string, hash: Hex) => Promise<bigint | undefined>

/**
 * Replaces the reservations of ended work by what its transactions cost.
 * @returns a function that resolves to the number of settled charges.
 */
export function makeSettleCharges({
  store,
  costOf,
  now,
}: {
  store: Pick<BudgetStore, 'ended' | 'settle'>
  costOf: TransactionCost
  now: () => number
}): () => Promise<number> {
  return async () => {
    const charges = await store.ended(maxAtOnce)
    const settled = await Promise.all(charges.map(settle))
    return settled.filter(Boolean).length
  }

  async function settle(charge: EndedCharge): Promise<boolean> {
    const costs = await Promise.all(charge.transactions.map((one) => shareOf(charge, one)))
    if (costs.some((cost) => cost === undefined)) return false
    const paid = costs.reduce<bigint>((sum, cost) => sum + (cost ?? 0n), 0n)
    await store.settle(charge, paid)
    return true
  }

  /**
   * One request's share of what a transaction cost, in wei. An endpoint may report any cost, so a reported cost counts only up to
   * the highest possible one.
   */
  async function shareOf(
    { chain, createdAt }: EndedCharge,
    { hash, most, shares }: EndedCharge['transactions'][number],
  ): Promise<bigint | undefined> {
    const said = await costOf(chain, hash).catch(() => undefined)
    if (said === undefined && now() - createdAt.getTime() < receiptsMs) return undefined
    const cost = said === undefined || said > most ? most : said
    const parts = BigInt(Math.max(1, shares))
    return (cost + parts - 1n) / parts
  }
}
