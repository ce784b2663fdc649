import { rfqIdOf, type SignedMakerQuote } from '@tandem/contracts'
import type { Quote } from '../quotes/domain/quote.ts'
import type { Maker } from './domain/maker.ts'
import { amountsOf, type Offer, offerProblem, rankOffers } from './domain/offer.ts'
import { isSignedByMaker } from './is-signed-by-maker.ts'
import type { AuctionDeps, Rfq } from './rfq.ts'
import { quoteOf } from './terms.ts'

/** A maker's signed offer, as a quote with its own identifier. A runner-up is accepted when a better offer is withdrawn. */
type Signed = { readonly quoteId: string; readonly maker: Maker; readonly signed: SignedMakerQuote }
type MakerOffer = Offer<Signed>

/**
 * What one request gets: a maker's quote; `own` when no maker beats the quote engine; `taken` when other requests took all
 * offers.
 */
export type Award = Quote | 'own' | 'taken'

/** Distributes the offers of an auction among its requests. The first request gets the best offer. */
export type AwardOffers = (requests: number) => Promise<Award[]>

const maxRunnersUp = 3

export type Auction = {
  readonly asked: readonly Maker[]
  readonly rfq: Rfq
  /**
   * A sealed auction lasts for the whole window, so that a rival who sends a request of its own learns the prices too late
   * to copy them.
   */
  readonly isSealed: boolean
  readonly hasQuoteEngine: boolean
}

/** Asks each maker under a separate identifier, and ranks the offers. */
export async function holdAuction(
  deps: AuctionDeps,
  { asked, rfq, isSealed, hasQuoteEngine }: Auction,
): Promise<AwardOffers> {
  const offers: MakerOffer[] = []
  const answers = asked.map(async (maker) => {
    const offer = await askOne(deps, maker, rfq)
    if (offer !== undefined) offers.push(offer)
  })
  const end = new Promise<void>((resolve) => setTimeout(resolve, deps.answerWithinMs).unref())
  await (isSealed ? end : Promise.race([Promise.all(answers), end]))
  const ranked = rankOffers<Signed | undefined>([...offers, ...(hasQuoteEngine ? [ownOffer(rfq.own)] : [])])
  return (requests) => award(deps, againstEngine(ranked), { rfq, hasQuoteEngine }, requests)
}

const ownOffer = ({ quoteId, source, destination }: Quote): Offer<undefined> => ({
  makerId: null,
  quoteId,
  amounts: { source: source.amount, destination: destination.amount },
  of: undefined,
})

type Compared = {
  /** The offers that beat the quote engine's, or all offers when it made none; the best first. */
  readonly better: readonly MakerOffer[]
  readonly worse: readonly MakerOffer[]
}

function againstEngine(ranked: readonly Offer<Signed | undefined>[]): Compared {
  const engine = ranked.findIndex(({ makerId }) => makerId === null)
  const end = engine === -1 ? ranked.length : engine
  const makers = (offers: typeof ranked) =>
    offers.flatMap(({ of, ...offer }) => (of === undefined ? [] : [{ ...offer, of }]))
  return { better: makers(ranked.slice(0, end)), worse: makers(ranked.slice(end)) }
}

/** Checks signatures from the best offer down, and only as many as there are requests. */
async function award(
  deps: AuctionDeps,
  { better, worse }: Compared,
  { rfq, hasQuoteEngine }: Pick<Auction, 'rfq' | 'hasQuoteEngine'>,
  requests: number,
): Promise<Award[]> {
  const rest = [...better]
  const winners: MakerOffer[] = []
  for (let offer = rest.shift(); offer !== undefined; offer = rest.shift()) {
    if (await isHonest(deps, offer.of)) winners.push(offer)
    if (winners.length === requests) break
  }
  for (const { of } of winners) deps.observer.answered(of.maker.makerId, 'won')
  for (const { of } of [...rest, ...worse]) deps.observer.answered(of.maker.makerId, 'offered')
  const quotes = rest.map(({ of }) => quoteOf(rfq, of, []))
  return Array.from({ length: requests }, (_, request) => {
    const winner = winners[request]
    if (winner === undefined) return winners.length === 0 ? 'own' : 'taken'
    // The requests share the remaining offers, because each offer can be accepted only once.
    const behind = quotes.filter((_quote, rank) => rank % winners.length === request).slice(0, maxRunnersUp)
    const engine = hasQuoteEngine ? [{ ...rfq.own, quoteId: deps.newId() }] : []
    return quoteOf(rfq, winner.of, [...behind, ...engine])
  })
}

async function isHonest({ observer }: AuctionDeps, { maker, signed }: Signed): Promise<boolean> {
  if (await isSignedByMaker(maker.signer, signed)) return true
  observer.answered(maker.makerId, 'invalid', 'the signature is not by its key')
  return false
}

/** Asks one maker, and checks everything in the offer except its signature. */
async function askOne(
  { endpointTo, observer, newId }: AuctionDeps,
  maker: Maker,
  { terms, ask, fits, sourceChain, escrowChain }: Rfq,
): Promise<MakerOffer | undefined> {
  const { makerId, addresses } = maker
  const quoteId = newId()
  const rfqId = rfqIdOf(quoteId)
  try {
    const answer = await endpointTo(maker).askQuote({ rfq_id: rfqId, ...ask })
    if ('declined' in answer) {
      observer.answered(makerId, 'declined')
      return undefined
    }
    const own = { source: addresses[sourceChain] ?? '', destination: addresses[escrowChain] ?? '' }
    const problem = offerProblem(answer, { ...terms, fixed: { ...terms.fixed, quote_id: rfqId } }, own)
    const amounts = amountsOf(answer.message)
    if (problem === undefined && fits(amounts))
      return { makerId, quoteId, amounts, of: { quoteId, maker, signed: answer } }
    if (problem === undefined) {
      // The maker broke no promise: the price only needs more confirmations than there is time for.
      observer.answered(makerId, 'declined', 'the deadlines are too early for its amount')
      return undefined
    }
    observer.answered(makerId, 'invalid', problem)
  } catch (error) {
    observer.answered(makerId, 'failed', error instanceof Error ? error.message : undefined)
  }
  return undefined
}
