import { hubAmountOf, type SignedMakerQuote } from '@tandem/contracts'
import { configAddress, hopDecimals, type ResolvedRoute } from '../network/domain/network.ts'
import type { Quote } from '../quotes/domain/quote.ts'
import type { Maker } from './domain/maker.ts'
import { type Amounts, amountsOf, type OfferTerms, plausibleAmounts } from './domain/offer.ts'
import type { Rfq } from './rfq.ts'

export type RfqTerms = {
  readonly given: OfferTerms['given']
  readonly fits: Rfq['fits']
  /** The amounts without network fees, against which offers are compared: a maker with cheaper gas is no liar. */
  readonly reference: Amounts
  readonly makerFee: bigint | null
}

/** The request to the makers. Undefined for a quote without deadlines for user and maker. */
export function rfqOf(
  own: Quote,
  route: ResolvedRoute,
  { given, fits, reference, makerFee }: RfqTerms,
  limits: { answerWithinMs: number; plausibleEdgeBips: number },
): Rfq | undefined {
  const fixed = fixedTerms(own, route)
  if (fixed === undefined) return undefined
  const target = route.final?.asset ?? route.destinationAsset
  const decimals = hopDecimals(route)
  return {
    own,
    terms: {
      fixed,
      given,
      smallest: { source: BigInt(route.sourceAsset.min_amount), destination: BigInt(target.min_amount) },
      largest: { source: BigInt(route.sourceAsset.max_amount), destination: BigInt(target.max_amount) },
      destinationStep: hubAmountOf(1n, decimals) === undefined ? 10n ** BigInt(decimals.final - decimals.hub) : 1n,
      plausible: plausibleAmounts(reference, limits.plausibleEdgeBips),
    },
    ask: {
      source_asset: fixed.source_asset,
      destination_asset: fixed.destination_asset,
      source_amount: given.side === 'source' ? String(given.value) : null,
      destination_amount: given.side === 'destination' ? String(given.value) : null,
      route_type: own.routeType,
      hop_relayer_fee: fixed.hop_relayer_fee,
      initiate_by: fixed.initiate_by,
      fill_by: fixed.fill_by,
      expires_at: fixed.expires_at,
      source_cancel_after: own.cancelAfter?.source ?? null,
      dest_cancel_after: own.cancelAfter?.destination ?? null,
      free_option_secs: own.freeOptionSecs,
      answer_within_ms: limits.answerWithinMs,
    },
    fits,
    makerFee,
    sourceChain: route.sourceChain.chain,
    escrowChain: route.destinationChain.chain,
  }
}

function fixedTerms(own: Quote, route: ResolvedRoute): Rfq['terms']['fixed'] | undefined {
  if (own.initiateBy === null || own.fillBy === null) return undefined
  return {
    source_asset: own.source.asset,
    source_chain_id: route.sourceChain.chain_id,
    source_token: route.sourceAsset.token_address,
    destination_asset: own.destination.asset,
    destination_chain_id: route.destinationChain.chain_id,
    destination_token: route.destinationAsset.token_address,
    hop_relayer_fee: String(own.hopRelayerFee ?? 0n),
    initiate_by: own.initiateBy,
    fill_by: own.fillBy,
    expires_at: Math.ceil(own.expiresAt.getTime() / 1000),
  }
}

/** The quote of a maker's offer. The maker's price includes all fees, so `fee_bips` is 0. */
export function quoteOf(
  { own, makerFee }: Pick<Rfq, 'own' | 'makerFee'>,
  { quoteId, maker, signed: { message, signature } }: { quoteId: string; maker: Maker; signed: SignedMakerQuote },
  runnersUp: readonly Quote[],
): Quote {
  const amounts = amountsOf(message)
  return {
    ...own,
    quoteId,
    source: { ...own.source, amount: amounts.source },
    destination: { ...own.destination, amount: amounts.destination },
    feeBips: 0,
    networkFee: makerFee,
    sourceSolverAddress: configAddress(message.source_recipient),
    destSolverAddress: configAddress(message.destination_creator),
    makerQuote: { maker_id: maker.makerId, signer: maker.signer, message, signature },
    runnersUp,
  }
}
