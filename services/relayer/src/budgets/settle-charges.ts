import type { Hex } from 'viem'
import type { BudgetStore, EndedCharge } from './ports.ts'

const mostAtOnce = 500
/** Afterwards the highest possible cost counts. */
const receiptsMs = 3_600_000

/** Wei; nothing without a receipt. */
export type TransactionCost = (chain: string, hash: Hex) => Promise<bigint | undefined>

/** @returns how many charges were settled. */
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
    const charges = await store.ended(mostAtOnce)
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

  /** One request's part, never above the highest possible cost. */
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
