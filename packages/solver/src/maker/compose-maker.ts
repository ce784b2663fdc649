import { askHead, believedOf } from '@tandem/chain'
import type { RefundAnswer, RefundAsk } from '@tandem/contracts'
import type { TandemClient } from '@tandem/sdk'
import { type Abilities, type Logger, ttlCache } from '@tandem/service-kit'
import { openAccount } from '@tandem/signers'
import type { Router } from 'express'
import { askGasPrice } from '../chain/ask-fees.ts'
import { type Config, makerSignerOf, stateFileOf } from '../config.ts'
import type { Ledger } from '../domain/ledger.ts'
import type { TradedChain } from '../orders/sides.ts'
import type { PriceOf } from '../prices/live-prices.ts'
import type { AtRisk } from '../risk/at-risk.ts'
import { type MakerRoutesDeps, makerRoutes } from './maker.routes.ts'
import { type MakerDeps, makeMaker } from './maker.ts'
import { openPromiseFile } from './promise-file.ts'
import { promisedOrder } from './promised-order.ts'
import { makePromises, type Promises } from './promises.ts'
import { makeSourceStanding } from './source-standing.ts'

/**
 * The policy for quotes, from the same settings as the solver's own policy: it promises nothing that the solver would
 * not fund.
 */
export const makerPolicyOf = (config: Config): MakerDeps['policy'] => ({
  spreadBips: config.spreadBips,
  skewBips: config.skewBips,
  maxShareBips: config.maxShareBips,
  volatilityBips: config.volatilityBips,
  ownMarginSecs: config.ownMarginSecs,
  isPaused: config.isPaused || config.isDryRun,
  assets: config.assets === undefined ? undefined : new Set(config.assets),
})

const keptClockMs = 3_000

const keptFeesMs = 3_000

export async function composeMaker(parts: {
  config: Config
  chains: ReadonlyMap<string, TradedChain>
  ledger: Ledger
  atRisk: AtRisk
  logger: Logger
  /** `undefined` when no price source is configured: then nothing is quoted. */
  priceOf: PriceOf | undefined
  client: Pick<TandemClient, 'getOrder'>
  consent: (ask: RefundAsk) => Promise<RefundAnswer>
  abilities: Pick<Abilities, 'requireAble'>
  onAnswer: MakerRoutesDeps['onAnswer']
}): Promise<{ promises: Promises; routes: Router; close: () => Promise<void> } | undefined> {
  const { config, chains, ledger, logger, priceOf } = parts
  const { makerSecret } = config
  const signer = makerSignerOf(config)
  if (signer === undefined || makerSecret === undefined || priceOf === undefined) return undefined
  if (config.stateDir === undefined) logger.warn('maker.promises_not_kept', { variable: 'SOLVER_STATE_DIR' })
  const account = await openAccount(signer)
  const file = await openPromiseFile(stateFileOf(config, 'promises'))
  const promises: Promises = makePromises(file, ledger, parts.atRisk, {
    find: (...of) => promisedOrder(parts.client, ...of),
    standingOf: makeSourceStanding({
      ...{ chains, assets: config.network.assets },
      covers: (...of) => promises.covers(...of),
    }),
  })
  const gasPrice = ttlCache(keptFeesMs, ({ chain }: TradedChain) => askGasPrice(chain))
  const aheadSecs = ttlCache(keptClockMs, async ({ chain }: TradedChain) => {
    const { quorum, config } = chain
    const { timestamp } = believedOf(quorum, await askHead(quorum, { blockTimeMs: config.block_time_ms }))
    return timestamp - Math.floor(Date.now() / 1000)
  })
  const maker = makeMaker({
    network: config.network,
    chains,
    account,
    promises,
    ledger,
    priceOf,
    policy: makerPolicyOf(config),
    gasPrice,
    chainTime: async (chain) => {
      parts.abilities.requireAble([chain.chain.config.chain])
      return Math.floor(Date.now() / 1000) + (await aheadSecs(chain))
    },
    now: Date.now,
  })
  // A dry run gives no consent, because a consent is worth as much as a transaction.
  const consent = config.isDryRun ? async () => ({ declined: 'a dry run' }) : parts.consent
  const { onAnswer } = parts
  const routes = makerRoutes({ maker, consent, secret: makerSecret, logger, onAnswer })
  return { promises, routes, close: () => file.close() }
}
