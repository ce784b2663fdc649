import { finalAmountOf, type HopDecimals, hubAmountOf } from '@tandem/contracts'
import { destinationAmountFor, type PriceTerms, sourceAmountFor } from './quote.ts'

export type AmountTerms = {
  readonly price: PriceTerms
  /** The same on a direct route. */
  readonly decimals: HopDecimals
  /** Base units of the destination escrow; 0 on a direct route. */
  readonly bridgeFee: bigint
  /** Base units of the destination escrow; 0 where unknown. */
  readonly networkFee: bigint
}

const feesOf = ({ bridgeFee, networkFee }: Pick<AmountTerms, 'bridgeFee' | 'networkFee'>) => bridgeFee + networkFee

type Amounts = { readonly source: bigint; readonly destination: bigint }
export type GivenAmount = { readonly side: keyof Amounts; readonly value: bigint }

/** Base units. Fees come off what the user receives. Undefined when the hub's token is too coarse. */
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

/** Inclusive. Base units. */
export type Bounds = { readonly least: bigint; readonly most: bigint }
export type SideBounds = { readonly source: Bounds; readonly destination: Bounds }

/**
 * For which {@link quotedAmounts} stays within bounds. The bridge must also carry a destination amount. Undefined for
 * none.
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
  // An exact output's source is rounded up: the least bound pays for more than the amount below.
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

/** One of the two is 1. */
const steps = ({ hub, final }: HopDecimals) => ({
  finalPerHub: final > hub ? 10n ** BigInt(final - hub) : 1n,
  hubPerFinal: hub > final ? 10n ** BigInt(hub - final) : 1n,
})

/** Before fees. */
function escrowedFor({ least, most }: Bounds, { decimals, ...terms }: AmountTerms): Bounds {
  const { finalPerHub, hubPerFinal } = steps(decimals)
  const fees = feesOf(terms)
  return {
    least: (upTo(least, finalPerHub) / finalPerHub) * hubPerFinal + fees,
    most: (most / finalPerHub) * hubPerFinal + hubPerFinal - 1n + fees,
  }
}

/** Before fees. */
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
