import { AppError } from '@tandem/service-kit'
import type { ResolvedRoute } from '../network/domain/network.ts'
import type { Quote } from '../quotes/domain/quote.ts'
import { holdAuction } from './auction.ts'
import { type AskedOrder, confirmWithMaker, nextHonest } from './confirm-with-maker.ts'
import { type Maker, tradesOn } from './domain/maker.ts'
import type { MarketDeps } from './rfq.ts'
import { makeSharedAuctions } from './shared-auctions.ts'
import { type RfqTerms, rfqOf } from './terms.ts'

export interface Market {
  /**
   * The best quote for the user. With several makers on the route, the answer comes when the window has ended and not
   * before.
   * @param request which offers are acceptable, and what to do before makers are asked.
   * @throws UNAVAILABLE when nobody quotes.
   */
  best(own: Quote, route: ResolvedRoute, request: AuctionRequest): Promise<Quote>
  /**
   * Asks the maker to accept the order. Any other answer begins a cooldown, in which the maker is asked for no quotes.
   * @returns undefined when the maker does not accept.
   */
  confirmWithMaker(quote: Quote, order: AskedOrder): Promise<Quote | undefined>
  /** The next best quote of the same auction. No maker is asked again. */
  runnerUp(quote: Quote): Promise<Quote | undefined>
  quotersOf(route: ResolvedRoute): Promise<{ makers: number; quoteEngine: boolean }>
}

type AuctionRequest = RfqTerms & {
  /** When this fails, no maker is asked. */
  readonly beforeAsking: () => Promise<void>
}

export function makeMarket(deps: MarketDeps): Market {
  const join = makeSharedAuctions()

  async function tradingOn(route: ResolvedRoute, makers: readonly Maker[]) {
    const chains = { sourceChain: route.sourceChain.chain, escrowChain: route.destinationChain.chain }
    const trading = makers.filter((maker) => tradesOn(maker, { ...route.route, ...chains }))
    const cooldowns = await deps.cooldowns.read()
    const isCoolingDown = ({ makerId }: Maker) => (cooldowns.get(makerId) ?? 0) * 1000 > deps.now()
    return {
      asked: trading.filter((maker) => !isCoolingDown(maker)),
      resting: trading.filter(isCoolingDown),
    }
  }

  return {
    async best(own, route, { beforeAsking, ...terms }) {
      const { makers, hasQuoteEngine } = deps.listed()
      const { asked, resting } = await tradingOn(route, makers)
      const rfq = rfqOf(own, route, terms, deps)
      for (const { makerId } of resting) deps.observer.answered(makerId, 'benched')
      if (rfq === undefined || asked.length === 0) return engineQuote(own, hasQuoteEngine)
      await beforeAsking()
      // A single maker has no rival who could copy its price.
      const isSealed = asked.length + resting.length > 1
      const hold = () => holdAuction(deps, { asked, rfq, isSealed, hasQuoteEngine })
      const alone = async () => (await (await hold())(1))[0]
      const { side, value } = terms.given
      const name = [own.source.asset, own.destination.asset, side, value].join(' ')
      const shared = isSealed ? await join(name, hold) : 'taken'
      const award = shared === 'taken' ? await alone() : shared
      return typeof award === 'object' ? award : engineQuote(own, hasQuoteEngine)
    },
    confirmWithMaker: (quote, order) => confirmWithMaker(deps, quote, order),
    runnerUp: (quote) => nextHonest(deps, quote),
    quotersOf: async (route) => {
      const { makers, hasQuoteEngine } = deps.listed()
      const { asked } = await tradingOn(route, makers)
      return { makers: asked.length, quoteEngine: hasQuoteEngine }
    },
  }
}

function engineQuote(own: Quote, hasQuoteEngine: boolean): Quote {
  if (hasQuoteEngine) return own
  throw new AppError('UNAVAILABLE', 'No maker quotes this swap now.', { retryAfterSecs: 5 })
}
