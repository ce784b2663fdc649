import type { MakerQuoteMessage, SignedMakerQuote } from '@tandem/contracts'

export type Amounts = { readonly source: bigint; readonly destination: bigint }
export type Side = keyof Amounts

/** What the makers are asked for, with amounts in base units. */
export type OfferTerms = {
  readonly fixed: Omit<
    MakerQuoteMessage,
    'source_amount' | 'destination_amount' | 'source_recipient' | 'destination_creator'
  >
  /** The amount that the user named. */
  readonly given: { readonly side: Side; readonly value: bigint }
  readonly smallest: Amounts
  readonly largest: Amounts
  /** The bridge of a hop carries only multiples of this amount. */
  readonly destinationStep: bigint
  /** An offer better than these amounts is a mistake or a lie. */
  readonly plausible: { readonly minSource: bigint; readonly maxDestination: bigint }
}

const fixedFields = [
  'quote_id',
  'source_asset',
  'source_chain_id',
  'source_token',
  'destination_asset',
  'destination_chain_id',
  'destination_token',
  'hop_relayer_fee',
  'initiate_by',
  'fill_by',
  'expires_at',
] as const satisfies readonly (keyof OfferTerms['fixed'])[]

const isSame = (one: string | number, other: string | number) =>
  String(one).toLowerCase() === String(other).toLowerCase()

/** Both amounts of a maker's quote, in base units. */
export const amountsOf = ({ source_amount, destination_amount }: MakerQuoteMessage): Amounts => ({
  source: BigInt(source_amount),
  destination: BigInt(destination_amount),
})

/**
 * Why an offer cannot be used. Undefined when everything except the signature is right.
 * @param addresses the maker's addresses in the makers file.
 */
export function offerProblem(
  { message }: SignedMakerQuote,
  terms: OfferTerms,
  addresses: { readonly source: string; readonly destination: string },
): string | undefined {
  const wrong = fixedFields.find((field) => !isSame(message[field], terms.fixed[field]))
  if (wrong !== undefined) return `${wrong} is not what was asked for`
  if (!isSame(message.source_recipient, addresses.source)) return 'source_recipient is not the address of this maker'
  if (!isSame(message.destination_creator, addresses.destination))
    return 'destination_creator is not the address of this maker'
  const amounts = amountsOf(message)
  const { given, smallest, largest, plausible } = terms
  if (amounts[given.side] !== given.value) return `${given.side}_amount is not what was asked for`
  for (const side of ['source', 'destination'] as const) {
    if (amounts[side] < smallest[side] || amounts[side] > largest[side]) return `${side}_amount is out of bounds`
  }
  if (amounts.destination % terms.destinationStep !== 0n) return 'destination_amount cannot be bridged'
  if (amounts.source < plausible.minSource || amounts.destination > plausible.maxDestination)
    return 'the price is too good to be filled'
  return undefined
}

/**
 * The best amounts that are taken for honest.
 * @param edgeBips how far they may be better than the reference, in hundredths of a percent.
 */
export function plausibleAmounts(reference: Amounts, edgeBips: number): OfferTerms['plausible'] {
  const edge = BigInt(edgeBips)
  return {
    minSource: (reference.source * (10_000n - edge)) / 10_000n,
    maxDestination: (reference.destination * (10_000n + edge)) / 10_000n,
  }
}

export type Offer<T = unknown> = {
  /** Null for an offer of the quote engine. */
  readonly makerId: string | null
  /** A random identifier, which decides ties among makers. */
  readonly quoteId: string
  readonly amounts: Amounts
  readonly of: T
}

/**
 * The best offer first: the one by which the user receives most, or pays least. The quote engine wins a tie, because no
 * maker has to hold money for it then; a tie among makers is decided at random.
 */
export function rankOffers<T>(offers: readonly Offer<T>[]): Offer<T>[] {
  return [...offers].sort(
    (one, other) =>
      compare(other.amounts.destination, one.amounts.destination) ||
      compare(one.amounts.source, other.amounts.source) ||
      compare(Number(one.makerId !== null), Number(other.makerId !== null)) ||
      compare(one.quoteId, other.quoteId),
  )
}

const compare = <V extends bigint | number | string>(one: V, other: V): number =>
  one < other ? -1 : one > other ? 1 : 0
