import { finalAmountOf, type HopDecimals, hubAmountOf } from './hop-amount.ts'
import { destinationAmountFor, type PriceTerms, sourceAmountFor } from './quote.ts'

/** The terms of a route's amounts: the price of what the destination escrow holds, the network, and the bridge beyond it. */
export type AmountTerms = {
  readonly price: PriceTerms
  /** The same decimals twice on a direct route. */
  readonly decimals: HopDecimals
  /** In base units of what the destination escrow holds; 0 on a direct route. */
  readonly bridgeFee: bigint
  /** The gas that the price pays for, in base units of what the destination escrow holds; 0 where it is not known. */
  readonly networkFee: bigint
}

const feesOf = ({ bridgeFee, networkFee }: Pick<AmountTerms, 'bridgeFee' | 'networkFee'>) => bridgeFee + networkFee

type Amounts = { readonly source: bigint; readonly destination: bigint }
export type GivenAmount = { readonly side: keyof Amounts; readonly value: bigint }

/**
 * Both amounts of a quote, in base units, from the one that is given. The network fee, and on a hop the
 * bridge's, come off what the user receives. Undefined when the hub's token is too coarse for the destination amount.
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

/** Both ends are included. Base units. */
export type Bounds = { readonly least: bigint; readonly most: bigint }
export type SideBounds = { readonly source: Bounds; readonly destination: Bounds }

/**
 * The amounts of each side for which {@link quotedAmounts} keeps both sides within their bounds. A destination amount
 * between them must also be one that the bridge can carry. Undefined when there is none.
 */
export function quotableAmounts(bounds: SideBounds, terms: AmountTerms): SideBounds | undefined {
  const { price } = terms
  // A price of nothing, or a fee of everything, buys nothing.
  if (sourceAmountFor(1n, price) === 0n) return undefined
  const wanted = escrowedFor(bounds.destination, terms)
  const source = {
    least: larger(bounds.source.least, sourceAmountFor(wanted.least, price)),
    most: smaller(bounds.source.most, sourceAmountFor(wanted.most + 1n, price) - 1n),
  }
  // The source amount of an exact output is rounded up: the least of the bounds pays for more than the amount below it.
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

/** How many base units of the final token one of the hub's is, and the other way round: one of the two is 1. */
const steps = ({ hub, final }: HopDecimals) => ({
  finalPerHub: final > hub ? 10n ** BigInt(final - hub) : 1n,
  hubPerFinal: hub > final ? 10n ** BigInt(hub - final) : 1n,
})

/** The amounts, before the fees, of which an amount within the bounds arrives. */
function escrowedFor({ least, most }: Bounds, { decimals, ...terms }: AmountTerms): Bounds {
  const { finalPerHub, hubPerFinal } = steps(decimals)
  const fees = feesOf(terms)
  return {
    least: (upTo(least, finalPerHub) / finalPerHub) * hubPerFinal + fees,
    most: (most / finalPerHub) * hubPerFinal + hubPerFinal - 1n + fees,
  }
}

/** The amounts that arrive as exactly what is bridged, of the amounts before the fees. */
function deliveredFrom({ least, most }: Bounds, { decimals, ...terms }: AmountTerms): Bounds {
  const { finalPerHub, hubPerFinal } = steps(decimals)
  const fees = feesOf(terms)
  return {
    least: (upTo(larger(least - fees, 0n), hubPerFinal) / hubPerFinal) * finalPerHub,
    most: most < fees ? -1n : ((most - fees) / hubPerFinal) * finalPerHub,
  }
}

/** The amounts within the bounds that the bridge can carry. */
function carriedWithin({ least, most }: Bounds, { decimals }: AmountTerms): Bounds {
  const { finalPerHub } = steps(decimals)
  return { least: upTo(least, finalPerHub), most: most - (most % finalPerHub) }
}
