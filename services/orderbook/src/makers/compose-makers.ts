import { randomUUID } from 'node:crypto'
import type { Logger, Sql } from '@tandem/service-kit'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { NetworkIndex } from '../network/domain/network.ts'
import type { ResolveName } from '../outgoing/public-address.ts'
import type { Clock } from '../ports.ts'
import type { WatchedFile, WatchedFileObserver } from '../watch-file.ts'
import { type AskConsentDeps, makeAskConsent } from './ask-consent.ts'
import { makeBenches } from './benches.ts'
import { makeMakerEvents } from './db/maker-event.store.ts'
import type { Maker } from './domain/maker.ts'
import { makeIsConsentSigned } from './is-consent-signed.ts'
import { makeMakerEndpoint } from './maker-endpoint.ts'
import type { MakersList } from './makers-file.ts'
import { makeMarket } from './market.ts'
import type { MakerEndpoint, MakerOutcome, MarketObserver } from './ports.ts'

export function composeMakers(
  parts: {
    config: Config
    makersFile: WatchedFile<MakersList>
    sql: Sql
    now: Clock
    observer: MarketObserver
    onError: (error: unknown) => void
    resolveName: ResolveName | undefined
    network: NetworkIndex
  } & Pick<AskConsentDeps, 'orders' | 'timeOf'>,
) {
  const { config, now } = parts
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
    return endpoint
  }
  const listed = parts.makersFile.current
  const events = makeMakerEvents(parts.sql, config.network)
  const makerIds = () => listed().makers.map(({ makerId }) => makerId)
  const benches = makeBenches({ events, makerIds, now, onError: parts.onError })
  const market = makeMarket({
    listed,
    benches,
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
    // A suspended maker is asked too: its users wait for their money.
    endpointOf: (makerId) => {
      const maker = listed().makers.find((one) => one.makerId === makerId)
      return maker && endpointTo(maker)
    },
    isSigned: makeIsConsentSigned(config.rpcUrls, now),
    onNoAnswer: parts.observer.noConsent,
  })
  return { listed, benches, events, market, askConsent, now }
}

const outcomes = ['won', 'offered', 'declined', 'failed', 'invalid', 'benched'] satisfies MakerOutcome[]

export function observeMakers(logger: Logger, registry: Registry): MarketObserver & WatchedFileObserver<MakersList> {
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
      if (outcome === 'invalid') logger.warn('maker.invalid', { maker, reason })
      else if (reason !== undefined) logger.debug('maker.not_taken', { maker, outcome, reason })
    },
    noConsent: (maker, error) =>
      logger.info('maker.no_consent', { maker, reason: error instanceof Error ? error.message : undefined }),
  }
}
