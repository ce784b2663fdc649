import { ttlCache } from '@tandem/service-kit'
import { orderedWithinSecs, type Quote } from '../domain/quote.ts'
import type { Clock } from '../usecases/ports.ts'
import { allowanceOf, type Exposure, mayTake } from './domain/allowance.ts'
import type { Maker } from './domain/maker.ts'
import type { AskedMaker, Standings } from './ports.ts'

export type NewcomerQuote = {
  readonly quoteId: string
  readonly makerId: string
  /** Units of 10^-18 US dollars. */
  readonly worth: bigint
  readonly isProven: boolean
  /** An order that is not stored by then will not be. */
  readonly orderedBy: Date
}

export interface NewcomerQuotes {
  exposure(): Promise<Exposure>
  /**
   * One at a time over all replicas; of two at once one is not admitted.
   * @returns whether it is stored.
   */
  admit(quote: NewcomerQuote, at: Date, judge: (exposure: Exposure) => boolean): Promise<boolean>
}

/** A question costs the orderbook a request, and an answer that does not come costs the user nothing. */
const askedAtOnce = 3
/** Their standings are read. */
const triedAtOnce = 6
const exposureKeptMs = 1_000

export interface Newcomers {
  /** The few whose turn it is, of those that may take an order of this worth. */
  next(makers: readonly Maker[], worth: bigint): Promise<AskedMaker[]>
  /** The same. The turn moves on. */
  invite(makers: readonly Maker[], worth: bigint): Promise<AskedMaker[]>
  /** Before it wins: until the quote is over, or its order filled, it counts. */
  admit(quote: Quote, maker: Maker): Promise<boolean>
}

export function makeNewcomers(deps: {
  quotes: NewcomerQuotes
  makers: () => Promise<readonly Maker[]>
  hasQuoteEngine: boolean
  standings: Pick<Standings, 'of'>
  worthOf: (quote: Pick<Quote, 'source' | 'sourceTokenPrice'>) => bigint
  now: Clock
}): Newcomers {
  const { quotes, standings, worthOf, now } = deps
  const readExposure = ttlCache(exposureKeptMs, (_all: 'all') => quotes.exposure())
  let turn = 0
  /** Without another offer than newcomers' there is nothing to share. */
  const usersHaveOthers = async () =>
    deps.hasQuoteEngine || (await deps.makers()).some(({ enrolment }) => enrolment === 'approved')

  const next: Newcomers['next'] = async (makers, worth) => {
    if (makers.length === 0) return []
    const first = turn % makers.length
    const tried = [...makers.slice(first), ...makers.slice(0, first)].slice(0, triedAtOnce)
    const [exposure, hasOthers, ...asked] = await Promise.all([
      readExposure('all'),
      usersHaveOthers(),
      ...tried.map(async (maker) => ({ maker, standing: await standings.of(maker.makerId) })),
    ])
    return asked
      .filter(({ maker: { makerId }, standing }) =>
        mayTake(allowanceOf(standing), { makerId, worth, hasOthers }, exposure),
      )
      .sort((one, other) => other.standing.counted - one.standing.counted)
      .slice(0, askedAtOnce)
  }

  return {
    next,
    invite(makers, worth) {
      const invited = next(makers, worth)
      turn += askedAtOnce
      return invited
    },
    async admit(quote, { makerId }) {
      const [standing, hasOthers] = await Promise.all([standings.of(makerId), usersHaveOthers()])
      const allowance = allowanceOf(standing)
      const worth = worthOf(quote)
      const orderedBy = new Date(quote.expiresAt.getTime() + orderedWithinSecs * 1000)
      const admitted = { quoteId: quote.quoteId, makerId, worth, isProven: allowance.isProven, orderedBy }
      return quotes.admit(admitted, new Date(now()), (exposure) =>
        mayTake(allowance, { makerId, worth, hasOthers }, exposure),
      )
    },
  }
}
