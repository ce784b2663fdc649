import { randomUUID } from 'node:crypto'
import type { Logger, Part } from '@tandem/service-kit'
import { Counter, Gauge, type Registry } from 'prom-client'
import { type Config, makersFileRules } from '../config.ts'
import type { Databases } from '../db/compose-database.ts'
import type { NetworkPart } from '../network/compose-network.ts'
import type { ResolveName } from '../outgoing/public-address.ts'
import type { Clock } from '../ports.ts'
import { type WatchedFileObserver, watchFile } from '../watch-file.ts'
import { type AskConsent, type AskConsentDeps, makeAskConsent } from './ask-consent.ts'
import { makeCooldowns } from './cooldowns.ts'
import { makeMakerEvents } from './db/maker-event.store.ts'
import type { Maker } from './domain/maker.ts'
import { makeIsConsentSigned } from './is-consent-signed.ts'
import { makerRoutes } from './maker.routes.ts'
import { makeMakerEndpoint } from './maker-endpoint.ts'
import { type MakersList, noMakers, parseMakersFile } from './makers-file.ts'
import { type Market, makeMarket } from './market.ts'
import type { MakerEndpoint, MakerOutcome, MarketObserver } from './ports.ts'

export type MakersPart = Part & {
  readonly market: Market
  readonly askConsent: AskConsent
  /** The SHA-256 of the makers' file; null without one. */
  readonly fileSha256: () => string | null
}

type Needs = {
  config: Pick<
    Config,
    'network' | 'rpcUrls' | 'makersFile' | 'makersAnswerMs' | 'makersOrderMs' | 'makersPlausibleBips' | 'allowPrivate'
  >
  databases: Databases
  network: Pick<NetworkPart, 'network' | 'timeOf'>
  orders: AskConsentDeps['orders']
  resolveName: ResolveName | undefined
  logger: Logger
  registry: Registry
  now: Clock
  onError: (error: unknown) => void
}

export function composeMakers(needs: Needs): MakersPart {
  const { config, now } = needs
  const observer = observeMakers(needs.logger, needs.registry)
  const parse = (text: string) => parseMakersFile(text, makersFileRules(config))
  const file = watchFile(config.makersFile, parse, observer, noMakers)
  const listed = file.current
  const endpointTo = endpointsOf(needs)
  const events = makeMakerEvents(needs.databases.essential, config.network)
  const makerIds = () => listed().makers.map(({ makerId }) => makerId)
  const cooldowns = makeCooldowns({ events, makerIds, now, onError: needs.onError })
  return {
    fileSha256: () => listed().sha256,
    market: makeMarket({
      listed,
      cooldowns,
      now,
      endpointTo,
      observer,
      answerWithinMs: config.makersAnswerMs,
      plausibleEdgeBips: config.makersPlausibleBips,
      newId: randomUUID,
    }),
    askConsent: makeAskConsent({
      orders: needs.orders,
      network: needs.network.network,
      timeOf: needs.network.timeOf,
      // A suspended maker is asked as well, because users of its orders wait for their money.
      endpointOf: (makerId) => {
        const maker = listed().makers.find((one) => one.makerId === makerId)
        return maker && endpointTo(maker)
      },
      isSigned: makeIsConsentSigned(config.rpcUrls, now),
      onNoAnswer: observer.noConsent,
    }),
    routes: [makerRoutes({ listed, cooldowns, events, now })],
    start: () => file.start(),
    stop: () => file.stop(),
  }
}

/** One endpoint per maker, kept while URL and secret stay the same, because it remembers the maker's failures. */
function endpointsOf({ config, resolveName, now }: Needs): (maker: Maker) => MakerEndpoint {
  const options = {
    allowPrivate: config.allowPrivate,
    resolveName,
    quoteWithinMs: config.makersAnswerMs,
    orderWithinMs: config.makersOrderMs,
    now,
  }
  const endpoints = new Map<string, { of: Maker; endpoint: MakerEndpoint }>()
  return (maker) => {
    const known = endpoints.get(maker.makerId)
    if (known?.of.endpoint === maker.endpoint && known.of.secret === maker.secret) return known.endpoint
    const endpoint = makeMakerEndpoint(maker, options)
    endpoints.set(maker.makerId, { of: maker, endpoint })
    return endpoint
  }
}

const outcomes = ['won', 'offered', 'declined', 'failed', 'invalid', 'benched'] satisfies MakerOutcome[]

function observeMakers(logger: Logger, registry: Registry): MarketObserver & WatchedFileObserver<MakersList> {
  const answers = new Counter({
    name: 'orderbook_maker_answers_total',
    help: 'Requests that makers were sent for a quote or an order. The outcome says what the maker answered, and what became of the answer.',
    labelNames: ['maker', 'outcome'],
    registers: [registry],
  })
  const broken = new Gauge({
    name: 'orderbook_makers_file_broken',
    help: '1 while MAKERS_FILE cannot be used, and the process uses its last good version instead.',
    registers: [registry],
  })
  return {
    loaded: ({ makers, sha256 }) => {
      broken.set(0)
      // Each series begins with zero, because an alert sees no increase in one that begins with its
      // first event.
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
