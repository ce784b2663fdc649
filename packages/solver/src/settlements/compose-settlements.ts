import { rfqIdOf } from '@tandem/contracts'
import type { Order, TandemClient } from '@tandem/sdk'
import { type Lifecycle, type Logger, startIntervalLoop } from '@tandem/service-kit'
import type { Registry } from 'prom-client'
import { type Config, riskLimitsOf, stateFileOf } from '../config.ts'
import type { Journal } from '../journal.ts'
import { observeAtRisk } from '../metrics.ts'
import type { TradedChain } from '../orders/sides.ts'
import { type AtRisk, makeAtRisk, quoteKey, sourceKey } from '../risk/at-risk.ts'
import { exposureOf } from '../risk/funded-order.ts'
import { openLedger } from './ledger-file.ts'
import { makeSettlements } from './settle-orders.ts'

const everyMs = 5_000

/** Follows money at risk from its promise to its return, and writes each settled order into the ledger. */
export interface SettlementParts {
  atRisk: AtRisk
  /**
   * Counts what an earlier run funded and does not know to be settled, in place of its quotes, which must have been
   * counted before. Then begins to search for settlements.
   */
  begin(): void
  onOrder(order: Order): void
}

export async function composeSettlements(
  config: Config,
  parts: {
    client: Pick<TandemClient, 'getOrder'>
    chains: ReadonlyMap<string, TradedChain>
    journal: Pick<Journal, 'orders'>
    registry: Registry
    logger: Logger
    lifecycle: Pick<Lifecycle, 'onStop'>
  },
): Promise<SettlementParts> {
  const { client, chains, journal, registry, logger, lifecycle } = parts
  const { assets } = config.network
  const ledger = await openLedger(config.isDryRun ? undefined : stateFileOf(config, 'ledger'))
  lifecycle.onStop('ledger', () => ledger.close())
  const atRisk = makeAtRisk(riskLimitsOf(config))
  observeAtRisk(registry, atRisk)
  const { round, onOrder } = makeSettlements({
    client,
    chains,
    assets,
    journal,
    ledger,
    atRisk,
    logger,
    now: Date.now,
  })
  return {
    atRisk,
    onOrder,
    begin() {
      for (const order of journal.orders()) {
        const { source, quote_id } = order
        atRisk.release(quoteKey(rfqIdOf(quote_id)))
        if (!ledger.has(source.vault)) atRisk.hold(sourceKey(source.vault), exposureOf(order, assets))
      }
      const onError = (error: unknown) => logger.warn('settlements.failed', { error })
      const loop = startIntervalLoop({ round, onError, intervalMs: everyMs })
      lifecycle.onStop('settlements', () => loop.stop())
    },
  }
}
