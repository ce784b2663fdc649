import { randomUUID } from 'node:crypto'
import type { Logger, SecretBox, SqlDatabase } from '@tandem/service-kit'
import { Counter, Gauge, type Registry } from 'prom-client'
import { makeIsConsentSigned } from '../chain/is-consent-signed.ts'
import { type Config, makersFileRules } from '../config.ts'
import { makeMakerFactStore } from '../db/maker-fact.store.ts'
import { makeMakerFaultStore } from '../db/maker-fault.store.ts'
import { makeMakerListings } from '../db/maker-listing.store.ts'
import type { NetworkIndex } from '../domain/network.ts'
import { type AskConsentDeps, makeAskConsent } from '../usecases/ask-consent.ts'
import type { Clock } from '../usecases/ports.ts'
import type { ResolveName } from '../webhooks/public-address.ts'
import { type ChangeMakersDeps, makeChangeMakers } from './change-makers.ts'
import type { Maker } from './domain/maker.ts'
import { makeMakerEndpoint } from './maker-endpoint.ts'
import { makeMakerRegistry } from './maker-registry.ts'
import { mostMakers } from './makers-file.ts'
import { makeMarket } from './market.ts'
import type { MakerEndpoint, MakerOutcome, MarketObserver } from './ports.ts'
import { makeStandings } from './standings.ts'
import type { MakersFile, MakersFileObserver } from './watch-makers-file.ts'

const mostEndpoints = 2 * mostMakers

export function composeMakers(
  parts: {
    config: Config
    makersFile: MakersFile
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
    fromFile: () => parts.makersFile.current().makers,
    listings,
    onError: parts.onError,
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
    if (endpoints.size > mostEndpoints) endpoints.delete(endpoints.keys().next().value ?? '')
    return endpoint
  }
  const facts = makeMakerFactStore(parts.sql, config.network)
  const faults = makeMakerFaultStore(parts.sql)
  const standings = makeStandings({ facts, faults, now, onError: parts.onError })
  const market = makeMarket({
    makers: registry.approved,
    hasQuoteEngine: () => parts.makersFile.current().hasQuoteEngine,
    standings,
    now,
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
  const changeMakers = makeChangeMakers({
    ...makersFileRules(config),
    listings,
    registry,
    onChanged: parts.onMakerChanged,
    now,
  })
  return { registry, changeMakers, standings, facts, faults, market, askConsent, now }
}

const outcomes = ['won', 'offered', 'declined', 'failed', 'refused', 'benched'] satisfies MakerOutcome[]

export function observeMakers(logger: Logger, registry: Registry): MarketObserver & MakersFileObserver {
  const answers = new Counter({
    name: 'orderbook_maker_answers_total',
    help: 'Requests for quotes and orders, by what became of the answer.',
    labelNames: ['maker', 'outcome'],
    registers: [registry],
  })
  const broken = new Gauge({
    name: 'orderbook_makers_file_broken',
    help: '1 while MAKERS_FILE cannot be used and its last good version is.',
    registers: [registry],
  })
  return {
    loaded: ({ makers, sha256 }) => {
      broken.set(0)
      // A series that begins with its first event shows alerts no increase.
      for (const { makerId } of makers) for (const outcome of outcomes) answers.inc({ maker: makerId, outcome }, 0)
      logger.info('makers.file_loaded', { makers: makers.length, sha256 })
    },
    broken: (error) => {
      broken.set(1)
      logger.error('makers.file_broken', { error })
    },
    answered: (maker, outcome, reason) => {
      answers.inc({ maker, outcome })
      if (outcome === 'refused') logger.warn('maker.refused', { maker, reason })
      else if (reason !== undefined) logger.debug('maker.not_taken', { maker, outcome, reason })
    },
    noConsent: (maker, error) =>
      logger.info('maker.no_consent', { maker, reason: error instanceof Error ? error.message : undefined }),
  }
}
