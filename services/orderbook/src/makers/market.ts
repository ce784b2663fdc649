import { AppError } from '@tandem/service-kit'
import type { ResolvedRoute } from '../domain/network.ts'
import type { Quote } from '../domain/quote.ts'
import { type AskedMaker, holdAuction } from './auction.ts'
import { type Maker, tradesOn } from './domain/maker.ts'
import type { MarketDeps } from './lot.ts'
import type { Standing } from './ports.ts'
import { makeSharedAuctions } from './shared-auctions.ts'
import { type AskedOrder, nextHonest, standBy } from './stand-by.ts'
import { type LotTerms, lotOf } from './terms.ts'

/** Where quotes are won, and where their makers are held to them. */
export interface Market {
  /**
   * The best of the makers' firm quotes and the quote engine's own one. Where several makers are listed, none before their
   * time to answer has ended.
   *
   * @param judge by what offers are judged beside the own quote, and what is done before any maker is asked.
   *
   * @throws UNAVAILABLE when neither a maker nor the quote engine quotes.
   */
  best(own: Quote, route: ResolvedRoute, judge: Judge): Promise<Quote>
  /**
   * Asks the maker of a quote to stand by it. A refusal, whatever it looks like, is charged to the maker.
   *
   * @returns the quote as the maker signed it for the order; undefined when it does not stand by it.
   */
  standBy(quote: Quote, order: AskedOrder): Promise<Quote | undefined>
  /** The best further offer of a quote's auction that can be accepted now. It asks no maker. */
  runnerUp(quote: Quote): Promise<Quote | undefined>
  /** The parties that would be asked for a quote on a route now. */
  quotersOf(route: ResolvedRoute): Promise<{ makers: number; quoteEngine: boolean }>
}

type Judge = LotTerms & {
  /** Called where some maker will be asked; makers are not when it fails. */
  readonly beforeAsking: () => Promise<void>
}

export function makeMarket(deps: MarketDeps): Market {
  const join = makeSharedAuctions()
  const tradingOn = async (route: ResolvedRoute) => {
    const chains = { sourceChain: route.sourceChain.chain, escrowChain: route.destinationChain.chain }
    return (await deps.makers()).filter((maker) => tradesOn(maker, { ...route.route, ...chains }))
  }

  return {
    async best(own, route, { beforeAsking, ...terms }) {
      const listed = await tradingOn(route)
      const lot = lotOf(own, route, terms, deps)
      const asked = lot === undefined ? [] : await notBenched(deps, listed)
      if (lot === undefined || asked.length === 0) return requireEngine(deps, own)
      await beforeAsking()
      // A single maker has no rival to hide from.
      const isSealed = listed.length > 1
      const hold = () => holdAuction(deps, asked, lot, isSealed)
      const alone = async () => (await (await hold())(1))[0]
      const { side, value } = terms.given
      const name = [own.source.asset, own.destination.asset, side, value].join(' ')
      const shared = isSealed ? await join(name, hold) : 'taken'
      const award = shared === 'taken' ? await alone() : shared
      return typeof award === 'object' ? award : requireEngine(deps, own)
    },
    standBy: (quote, order) => standBy(deps, quote, order),
    runnerUp: (quote) => nextHonest(deps, quote),
    quotersOf: async (route) => ({
      makers: (await notBenched(deps, await tradingOn(route))).length,
      quoteEngine: deps.hasQuoteEngine,
    }),
  }
}

const isBenched = ({ benchedUntil }: Standing, nowMs: number): boolean =>
  benchedUntil !== null && benchedUntil * 1000 > nowMs

async function notBenched(
  { standings, observer, now }: MarketDeps,
  makers: readonly Maker[],
): Promise<readonly AskedMaker[]> {
  const all = await Promise.all(makers.map(async (maker) => ({ maker, standing: await standings.of(maker.makerId) })))
  return all.filter(({ maker, standing }) => {
    const isOut = isBenched(standing, now())
    if (isOut) observer.answered(maker.makerId, 'benched')
    return !isOut
  })
}

function requireEngine({ hasQuoteEngine }: Pick<MarketDeps, 'hasQuoteEngine'>, own: Quote): Quote {
  if (hasQuoteEngine) return own
  throw new AppError('UNAVAILABLE', 'No maker quotes this swap now.', { retryAfterSecs: 5 })
}
