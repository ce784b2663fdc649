import { AppError } from '@tandem/service-kit'
import type { ResolvedRoute } from '../domain/network.ts'
import type { Quote } from '../domain/quote.ts'
import { askTrial, holdAuction } from './auction.ts'
import { type Maker, tradesOn } from './domain/maker.ts'
import type { MarketDeps } from './lot.ts'
import type { AskedMaker } from './ports.ts'
import { makeSharedAuctions } from './shared-auctions.ts'
import { type AskedOrder, nextHonest, standBy } from './stand-by.ts'
import { type LotTerms, lotOf } from './terms.ts'

export interface Market {
  /**
   * With several makers, not before the window has ended.
   * @param judge how offers are judged, and what happens before asking.
   * @throws UNAVAILABLE when nobody quotes.
   */
  best(own: Quote, route: ResolvedRoute, judge: Judge): Promise<Quote>
  /**
   * Any other answer is charged to the maker.
   * @returns undefined when it does not stand by its quote.
   */
  standBy(quote: Quote, order: AskedOrder): Promise<Quote | undefined>
  /** Asks no maker. */
  runnerUp(quote: Quote): Promise<Quote | undefined>
  /** @returns why a maker's answer to a request for a quote is no good one. */
  tryOut(maker: Maker, own: Quote, route: ResolvedRoute, terms: LotTerms): Promise<string | undefined>
  quotersOf(route: ResolvedRoute): Promise<{ makers: number; quoteEngine: boolean }>
}

type Judge = LotTerms & {
  /** A failure keeps makers from being asked. */
  readonly beforeAsking: () => Promise<void>
}

export function makeMarket(deps: MarketDeps): Market {
  const isBenched = ({ standing: { benchedUntil } }: AskedMaker) =>
    benchedUntil !== null && benchedUntil * 1000 > deps.now()
  const join = makeSharedAuctions()
  async function tradingOn(route: ResolvedRoute) {
    const chains = { sourceChain: route.sourceChain.chain, escrowChain: route.destinationChain.chain }
    const listed = (await deps.makers()).filter((maker) => tradesOn(maker, { ...route.route, ...chains }))
    return {
      approved: await withStandings(
        deps,
        listed.filter(({ enrolment }) => enrolment === 'approved'),
      ),
      newcomers: listed.filter(({ enrolment }) => enrolment === 'open'),
    }
  }

  return {
    async best(own, route, { beforeAsking, ...terms }) {
      const { approved, newcomers } = await tradingOn(route)
      const invited = await deps.newcomers.invite(newcomers, deps.worthOf(own))
      const lot = lotOf(own, route, terms, deps)
      for (const { maker } of approved.filter(isBenched)) deps.observer.answered(maker.makerId, 'benched')
      const asked = lot === undefined ? [] : [...approved.filter((one) => !isBenched(one)), ...invited]
      if (lot === undefined || asked.length === 0) return requireEngine(deps, own)
      await beforeAsking()
      // A single maker has no rival to hide from.
      const isSealed = approved.length + invited.length > 1
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
    tryOut: async (maker, own, route, terms) => {
      const lot = lotOf(own, route, terms, deps)
      return lot === undefined ? 'nothing can be quoted on its route' : askTrial(deps, maker, lot)
    },
    quotersOf: async (route) => {
      const { approved, newcomers } = await tradingOn(route)
      const next = await deps.newcomers.next(newcomers, 0n)
      const makers = approved.filter((one) => !isBenched(one)).length + next.length
      return { makers, quoteEngine: deps.hasQuoteEngine }
    },
  }
}

const withStandings = ({ standings }: MarketDeps, makers: readonly Maker[]): Promise<AskedMaker[]> =>
  Promise.all(makers.map(async (maker) => ({ maker, standing: await standings.of(maker.makerId) })))

function requireEngine({ hasQuoteEngine }: Pick<MarketDeps, 'hasQuoteEngine'>, own: Quote): Quote {
  if (hasQuoteEngine) return own
  throw new AppError('UNAVAILABLE', 'No maker quotes this swap now.', { retryAfterSecs: 5 })
}
