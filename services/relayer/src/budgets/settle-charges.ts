import type { Hex } from 'viem'
import type { BudgetStore, EndedCharge } from './ports.ts'

const mostAtOnce = 500
/** A receipt that no endpoint has for so long is not waited for any more: the most that it can have cost counts. */
const receiptsMs = 3_600_000

/** Wei that a mined transaction cost, the highest that an endpoint says; nothing while none has its receipt. */
export type TransactionCost = (chain: string, hash: Hex) => Promise<bigint | undefined>

/**
 * Replaces what is reserved for work that has ended by what was paid for it.
 *
 * @returns how many charges were settled.
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
    const charges = await store.ended(mostAtOnce)
    const settled = await Promise.all(charges.map(settle))
    return settled.filter(Boolean).length
  }

  async function settle(charge: EndedCharge): Promise<boolean> {
    const costs = await Promise.all(charge.transactions.map((one) => shareOf(charge, one)))
    if (costs.some((cost) => cost === undefined)) return false
    const paid = costs.reduce<bigint>((sum, cost) => sum + (cost ?? 0n), 0n)
    await store.settle(charge.id, paid)
    return true
  }

  /** The part of a transaction that one request caused; never more than the transaction can have cost. */
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
