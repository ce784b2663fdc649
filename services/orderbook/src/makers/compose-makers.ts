import { randomUUID } from 'node:crypto'
import { usdValue } from '@tandem/contracts'
import type { Logger, SecretBox, SqlDatabase } from '@tandem/service-kit'
import { Counter, type Registry } from 'prom-client'
import { makeIsConsentSigned } from '../chain/is-consent-signed.ts'
import type { Config } from '../config.ts'
import { makeMakerFactStore } from '../db/maker-fact.store.ts'
import { makeMakerFaultStore } from '../db/maker-fault.store.ts'
import { makeMakerListings } from '../db/maker-listing.store.ts'
import { makeNewcomerQuotes } from '../db/newcomer-quote.store.ts'
import { parseDecimal } from '../domain/decimal.ts'
import type { NetworkIndex } from '../domain/network.ts'
import type { Quote } from '../domain/quote.ts'
import { type AskConsentDeps, makeAskConsent } from '../usecases/ask-consent.ts'
import type { Clock } from '../usecases/ports.ts'
import { type ResolveName, urlProblem } from '../webhooks/public-address.ts'
import { type ChangeMakersDeps, makeChangeMakers } from './change-makers.ts'
import type { Maker } from './domain/maker.ts'
import { type EnrolMakerDeps, makeEnrolMaker, openPrefix } from './enrol-maker.ts'
import { makeMakerEndpoint } from './maker-endpoint.ts'
import { makersOf, mostMakers } from './maker-file.ts'
import { makeMakerRegistry } from './maker-registry.ts'
import { makeMarket } from './market.ts'
import { makeNewcomers } from './newcomers.ts'
import type { MakerEndpoint, MakerOutcome, MarketObserver } from './ports.ts'
import { makeStandings } from './standings.ts'

const mostEndpoints = 2 * mostMakers

/** Without a makers' file only the quote engine quotes. */
export function composeMakers(
  parts: {
    config: Config
    sql: SqlDatabase
    now: Clock
    observer: MarketObserver
    onError: (error: unknown) => void
    resolveName: ResolveName | undefined
    box: SecretBox | undefined
    onMakerChanged: ChangeMakersDeps['onChanged']
    network: NetworkIndex
  } & Pick<AskConsentDeps, 'orders' | 'timeOf'>,
) {
  const { config, now } = parts
  const listings = makeMakerListings(parts.sql, {
    box: parts.box,
    onUnreadable: (makerId, cause) =>
      parts.onError(
        new Error(`the secret of the maker ${makerId} cannot be opened: it is not asked for quotes`, { cause }),
      ),
  })
  const registry = makeMakerRegistry({
    ...{ fromFile: makersOf(config.makersFile), listings, onError: parts.onError },
    isOpen: config.makerEnrolment === 'open',
  })
  const options = {
    allowPrivate: config.allowPrivate,
    resolveName: parts.resolveName,
    quoteWithinMs: config.makersAnswerMs,
    orderWithinMs: config.makersOrderMs,
    now,
  }
  const endpoints = new Map<string, { of: Maker; endpoint: MakerEndpoint }>()
  /** Kept while the maker is reached in the same way: it remembers failures. */
  function endpointTo(maker: Maker): MakerEndpoint {
    const known = endpoints.get(maker.makerId)
    if (known?.of.endpoint === maker.endpoint && known.of.secret === maker.secret) return known.endpoint
    const endpoint = makeMakerEndpoint(maker, options)
    endpoints.set(maker.makerId, { of: maker, endpoint })
    // Trials are of names that anybody can make.
    if (endpoints.size > mostEndpoints) endpoints.delete(endpoints.keys().next().value ?? '')
    return endpoint
  }
  const facts = makeMakerFactStore(parts.sql, config.network)
  const faults = makeMakerFaultStore(parts.sql)
  const standings = makeStandings({ facts, faults, now, onError: parts.onError })
  const worthOf = ({ source, sourceTokenPrice }: Pick<Quote, 'source' | 'sourceTokenPrice'>) =>
    parseDecimal(usdValue(source.amount, parts.network.asset(source.asset)?.decimals ?? 0, sourceTokenPrice))
  const quoting = { makers: registry.approved, hasQuoteEngine: config.makersFile?.quote_engine ?? true, standings, now }
  const newcomers = makeNewcomers({ ...quoting, quotes: makeNewcomerQuotes(parts.sql), worthOf })
  const market = makeMarket({
    ...{ ...quoting, newcomers, worthOf },
    endpointTo,
    observer: parts.observer,
    answerWithinMs: config.makersAnswerMs,
    plausibleEdgeBips: config.makersPlausibleBips,
    newId: randomUUID,
  })
  const askConsent = makeAskConsent({
    orders: parts.orders,
    network: parts.network,
    timeOf: parts.timeOf,
    // Also of a suspended maker: its users' money waits.
    endpointOf: async (makerId) => {
      const listed = (await registry.all()).find(({ maker }) => maker.makerId === makerId)
      return listed && endpointTo(listed.maker)
    },
    isSigned: makeIsConsentSigned(config.rpcUrls, now),
    onNoAnswer: parts.observer.noConsent,
  })
  const changing = {
    ...{ listings, registry, network: config.network, onChanged: parts.onMakerChanged, now },
    endpointProblem: config.allowPrivate ? () => undefined : urlProblem,
  }
  const changeMakers = makeChangeMakers(changing)
  const enrolling = (tryMaker: EnrolMakerDeps['tryMaker']) =>
    makeEnrolMaker({ ...changing, policy: config.makerEnrolment, orderbook: config.publicUrl, tryMaker })
  return { registry, changeMakers, enrolling, standings, facts, faults, market, askConsent, now }
}

const outcomes = ['won', 'offered', 'declined', 'failed', 'refused', 'benched'] satisfies MakerOutcome[]

export function observeMakers(logger: Logger, registry: Registry, makerIds: readonly string[]): MarketObserver {
  const answers = new Counter({
    name: 'orderbook_maker_answers_total',
    help: 'Requests for quotes and orders, by what became of the answer.',
    labelNames: ['maker', 'outcome'],
    registers: [registry],
  })
  // A series that begins with its first event shows alerts no increase.
  for (const maker of makerIds) for (const outcome of outcomes) answers.inc({ maker, outcome }, 0)
  return {
    answered: (maker, outcome, reason) => {
      // Anybody can make names of newcomers.
      answers.inc({ maker: maker.startsWith(openPrefix) ? 'open' : maker, outcome })
      if (outcome === 'refused') logger.warn('maker.refused', { maker, reason })
      else if (reason !== undefined) logger.debug('maker.not_taken', { maker, outcome, reason })
    },
    noConsent: (maker, error) =>
      logger.info('maker.no_consent', { maker, reason: error instanceof Error ? error.message : undefined }),
  }
}
