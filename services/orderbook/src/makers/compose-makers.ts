import { randomUUID } from 'node:crypto'
import type { Logger, SecretBox, Sql } from '@tandem/service-kit'
import { Counter, type Registry } from 'prom-client'
import { makeIsConsentSigned } from '../chain/is-consent-signed.ts'
import type { Config } from '../config.ts'
import { makeMakerFactStore } from '../db/maker-fact.store.ts'
import { makeMakerFaultStore } from '../db/maker-fault.store.ts'
import { makeMakerListings } from '../db/maker-listing.store.ts'
import { type AskConsentDeps, makeAskConsent } from '../usecases/ask-consent.ts'
import type { Clock } from '../usecases/ports.ts'
import { type ResolveName, urlProblem } from '../webhooks/public-address.ts'
import { type ChangeMakersDeps, makeChangeMakers } from './change-makers.ts'
import type { Maker } from './domain/maker.ts'
import { makeMakerEndpoint } from './maker-endpoint.ts'
import { makersOf } from './maker-file.ts'
import { makeMakerRegistry } from './maker-registry.ts'
import { makeMarket } from './market.ts'
import type { MakerEndpoint, MakerOutcome, MarketObserver } from './ports.ts'
import { makeStandings } from './standings.ts'

/** Everything about makers, from the configuration. Without a makers' file there is the quote engine alone. */
export function composeMakers(
  parts: {
    config: Config
    sql: Sql
    now: Clock
    observer: MarketObserver
    onError: (error: unknown) => void
    resolveName: ResolveName | undefined
    /** Seals the secrets of makers that the admin API approves. */
    box: SecretBox | undefined
    onMakerChanged: ChangeMakersDeps['onChanged']
  } & Pick<AskConsentDeps, 'orders' | 'network' | 'timeOf'>,
) {
  const { config, now } = parts
  const listings = makeMakerListings(parts.sql, {
    box: parts.box,
    onUnreadable: (makerId, cause) =>
      parts.onError(
        new Error(`the secret of the maker ${makerId} cannot be opened: it is not asked for quotes`, { cause }),
      ),
  })
  const registry = makeMakerRegistry({ fromFile: makersOf(config.makersFile), listings, onError: parts.onError })
  const options = {
    allowPrivate: config.allowPrivate,
    resolveName: parts.resolveName,
    quoteWithinMs: config.makersAnswerMs,
    orderWithinMs: config.makersOrderMs,
    now,
  }
  const endpoints = new Map<string, { of: Maker; endpoint: MakerEndpoint }>()
  /** Kept while the maker is reached in the same way: it remembers how the maker behaved. */
  function endpointTo(maker: Maker): MakerEndpoint {
    const known = endpoints.get(maker.makerId)
    if (known?.of.endpoint === maker.endpoint && known.of.secret === maker.secret) return known.endpoint
    const endpoint = makeMakerEndpoint(maker, options)
    endpoints.set(maker.makerId, { of: maker, endpoint })
    return endpoint
  }
  const facts = makeMakerFactStore(parts.sql, config.network)
  const faults = makeMakerFaultStore(parts.sql)
  const standings = makeStandings({ facts, faults, now, onError: parts.onError })
  const market = makeMarket({
    makers: registry.approved,
    endpointTo,
    standings,
    observer: parts.observer,
    hasQuoteEngine: config.makersFile?.quote_engine ?? true,
    answerWithinMs: config.makersAnswerMs,
    plausibleEdgeBips: config.makersPlausibleBips,
    newId: randomUUID,
    now,
  })
  const askConsent = makeAskConsent({
    orders: parts.orders,
    network: parts.network,
    timeOf: parts.timeOf,
    // Also of a maker that is suspended: its users' money waits for its answer.
    endpointOf: async (makerId) => {
      const listed = (await registry.all()).find(({ maker }) => maker.makerId === makerId)
      return listed && endpointTo(listed.maker)
    },
    isSigned: makeIsConsentSigned(config.rpcUrls, now),
    onNoAnswer: parts.observer.noConsent,
  })
  const changeMakers = makeChangeMakers({
    ...{ listings, registry, network: config.network, onChanged: parts.onMakerChanged, now },
    endpointProblem: config.allowPrivate ? () => undefined : urlProblem,
  })
  return { registry, changeMakers, standings, facts, faults, market, askConsent, now }
}

const outcomes = ['won', 'offered', 'declined', 'failed', 'refused', 'benched'] satisfies MakerOutcome[]

/** Reports the makers' answers, in a counter and in the log. */
export function observeMakers(logger: Logger, registry: Registry, makerIds: readonly string[]): MarketObserver {
  const answers = new Counter({
    name: 'orderbook_maker_answers_total',
    help: 'Requests for quotes and orders, by maker and by what became of the answer',
    labelNames: ['maker', 'outcome'],
    registers: [registry],
  })
  // An alert looks for an increase, and a series that begins with its first event shows none.
  for (const maker of makerIds) for (const outcome of outcomes) answers.inc({ maker, outcome }, 0)
  return {
    answered: (maker, outcome, reason) => {
      answers.inc({ maker, outcome })
      if (outcome === 'refused') logger.warn('maker.refused', { maker, reason })
      else if (reason !== undefined) logger.debug('maker.not_taken', { maker, outcome, reason })
    },
    noConsent: (maker, error) =>
      logger.info('maker.no_consent', { maker, reason: error instanceof Error ? error.message : undefined }),
  }
}
