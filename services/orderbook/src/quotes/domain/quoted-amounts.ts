import { finalAmountOf, type HopDecimals, hubAmountOf } from '@tandem/contracts'
import { destinationAmountFor, type PriceTerms, sourceAmountFor } from './quote.ts'

export type AmountTerms = {
  readonly price: PriceTerms
  /** On a direct route both numbers are the same. */
  readonly decimals: HopDecimals
  /** The bridge's fee in base units of the destination escrow. Zero on a direct route. */
  readonly bridgeFee: bigint
  /** The network fee in base units of the destination escrow. Zero when the fee is unknown. */
  readonly networkFee: bigint
}

const feesOf = ({ bridgeFee, networkFee }: Pick<AmountTerms, 'bridgeFee' | 'networkFee'>) => bridgeFee + networkFee

type Amounts = { readonly source: bigint; readonly destination: bigint }
export type GivenAmount = { readonly side: keyof Amounts; readonly value: bigint }

/**
 * Both amounts of a quote, in base units. Fees reduce what the user receives. Undefined when the hub's token is too coarse
 * for the amount.
 */
export function quotedAmounts({ side, value }: GivenAmount, terms: AmountTerms): Amounts | undefined {
  const { price, decimals } = terms
  if (side === 'destination') {
    const hubAmount = hubAmountOf(value, decimals)
    if (hubAmount === undefined) return undefined
    return { source: sourceAmountFor(hubAmount + feesOf(terms), price), destination: value }
  }
  const bought = destinationAmountFor(value, price) - feesOf(terms)
  return { source: value, destination: bought < 0n ? 0n : finalAmountOf(bought, decimals) }
}

/** A range of amounts in base units, with both ends included. */
export type Bounds = { readonly least: bigint; readonly most: bigint }
export type SideBounds = { readonly source: Bounds; readonly destination: Bounds }

/**
 * The amounts for which {@link quotedAmounts} stays within bounds and the bridge can carry the destination amount.
 * Undefined when there are none.
 */
export function quotableAmounts(bounds: SideBounds, terms: AmountTerms): SideBounds | undefined {
  const { price } = terms
  // At a price of zero or with a fee of everything, no amount buys anything.
  if (sourceAmountFor(1n, price) === 0n) return undefined
  const wanted = escrowedFor(bounds.destination, terms)
  const source = {
    least: larger(bounds.source.least, sourceAmountFor(wanted.least, price)),
    most: smaller(bounds.source.most, sourceAmountFor(wanted.most + 1n, price) - 1n),
  }
  // The source of an exact output is rounded up, so that the least source pays for every output above that of the next
  // smaller source.
  const bought = deliveredFrom(
    {
      least: destinationAmountFor(larger(bounds.source.least, 1n) - 1n, price) + 1n,
      most: destinationAmountFor(bounds.source.most, price),
    },
    terms,
  )
  const { least, most } = carriedWithin(bounds.destination, terms)
  const destination = { least: larger(least, bought.least), most: smaller(most, bought.most) }
  return isEmpty(source) || isEmpty(destination) ? undefined : { source, destination }
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other)
const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
const isEmpty = ({ least, most }: Bounds) => least > most
const upTo = (value: bigint, step: bigint) => ((value + step - 1n) / step) * step

/** The scale between the two tokens' base units. One of the two numbers is always 1. */
const steps = ({ hub, final }: HopDecimals) => ({
  finalPerHub: final > hub ? 10n ** BigInt(final - hub) : 1n,
  hubPerFinal: hub > final ? 10n ** BigInt(hub - final) : 1n,
})

/** The amounts in the escrow, fees included, that deliver amounts within the bounds. */
function escrowedFor({ least, most }: Bounds, { decimals, ...terms }: AmountTerms): Bounds {
  const { finalPerHub, hubPerFinal } = steps(decimals)
  const fees = feesOf(terms)
  return {
    least: (upTo(least, finalPerHub) / finalPerHub) * hubPerFinal + fees,
    most: (most / finalPerHub) * hubPerFinal + hubPerFinal - 1n + fees,
  }
}

/** The amounts that arrive when the bought amounts, from which fees are taken, are within the bounds. */
function deliveredFrom({ least, most }: Bounds, { decimals, ...terms }: AmountTerms): Bounds {
  const { finalPerHub, hubPerFinal } = steps(decimals)
  const fees = feesOf(terms)
  return {
    least: (upTo(larger(least - fees, 0n), hubPerFinal) / hubPerFinal) * finalPerHub,
    most: most < fees ? -1n : ((most - fees) / hubPerFinal) * finalPerHub,
  }
}

function carriedWithin({ least, most }: Bounds, { decimals }: AmountTerms): Bounds {
  const { finalPerHub } = steps(decimals)
  return { least: upTo(least, finalPerHub), most: most - (most % finalPerHub) }
}
