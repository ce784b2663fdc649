import { type MakerFact, makerOutcome } from '@tandem/contracts'
import { decimalScale } from '../../domain/decimal.ts'

/** Of a day: a record takes days to grow, also where a maker trades with itself. */
const countedPerDay = 5
const fillsUntilProven = 50
const fillsPerOrder = 10
/** US dollars. */
const firstUsd = 100n
const usdPerFill = 20n
/** At 200, users succeed in 99.5 % of orders when every newcomer fades. */
export const settledPerRisk = 200

export type Allowance = {
  /** Unfilled at once. */
  readonly orders: number
  /** Worth of these, in units of 10^-18; null: anything. */
  readonly usd: bigint | null
  /** A newcomer until then. */
  readonly isProven: boolean
}

/** Of makers that enrolled themselves. */
export type Exposure = {
  /** Orders of all but newcomers. */
  readonly settled: number
  /** Unfilled orders of newcomers. */
  readonly atRisk: number
  readonly ofMaker: (makerId: string) => { readonly orders: number; readonly usd: bigint }
}

/** Since the last fade. */
export function countedFills(facts: readonly MakerFact[], countedTo: Readonly<Record<string, number>>): number {
  let lastFade = 0
  const filledAt: number[] = []
  for (const fact of facts) {
    const outcome = makerOutcome(fact, countedTo)
    if (outcome === 'faded') lastFade = Math.max(lastFade, fact.maker_quote.message.fill_by)
    if (outcome === 'filled') filledAt.push(fact.destination.created_at ?? 0)
  }
  const ofDay = new Map<number, number>()
  for (const at of filledAt) {
    const day = Math.floor(at / 86_400)
    if (at > lastFade) ofDay.set(day, Math.min(countedPerDay, (ofDay.get(day) ?? 0) + 1))
  }
  return [...ofDay.values()].reduce((sum, fills) => sum + fills, 0)
}

/** A strike, of a fade or a fault, leaves nothing until it is forgotten. */
export function allowanceOf({ strikes, counted }: { strikes: number; counted: number }): Allowance {
  if (strikes > 0) return { orders: 0, usd: 0n, isProven: false }
  const isProven = counted >= fillsUntilProven
  return {
    orders: 1 + Math.floor(counted / fillsPerOrder),
    usd: isProven ? null : (firstUsd + usdPerFill * BigInt(counted)) * decimalScale,
    isProven,
  }
}

/**
 * @param hasOthers whether users have another offer than newcomers': without one there is nothing to share.
 * @param worth in units of 10^-18 US dollars.
 */
export function mayTake(
  allowance: Allowance,
  { makerId, worth, hasOthers }: { makerId: string; worth: bigint; hasOthers: boolean },
  exposure: Exposure,
): boolean {
  const open = exposure.ofMaker(makerId)
  if (open.orders >= allowance.orders) return false
  if (allowance.usd !== null && open.usd + worth > allowance.usd) return false
  return allowance.isProven || !hasOthers || exposure.atRisk < Math.floor(exposure.settled / settledPerRisk)
}
