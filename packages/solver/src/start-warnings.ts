import type { Logger } from '@tandem/service-kit'
import { type Config, makerSignerOf } from './config.ts'
import type { TradedChain } from './orders/sides.ts'

/** Says at the start whose word alone the solver's money rests on, and the variable that changes it. */
export function warnAtStart(
  config: Pick<Config, 'makerSigner' | 'minProfitBips'>,
  chains: ReadonlyMap<string, Pick<TradedChain, 'chain'>>,
  logger: Pick<Logger, 'warn'>,
): void {
  // A single endpoint is believed about vaults, and a lie of its loses money: nothing else can be held against it.
  for (const [name, { chain }] of chains)
    if (chain.panel.endpoints.length === 1)
      logger.warn('chain.one_endpoint', { chain: name, endpoint: chain.panel.endpoints[0]?.name, variable: 'RPC_URLS' })
  // Nothing holds the orderbook's amounts against a quote that was signed, or against prices of its own.
  if (makerSignerOf(config) === undefined && config.minProfitBips === undefined)
    logger.warn('orderbook.amounts_believed', { variable: 'SOLVER_MIN_PROFIT_BIPS' })
}
