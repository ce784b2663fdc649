import type { Logger } from '@tandem/service-kit'
import { type Config, makerSignerOf } from './config.ts'
import type { TradedChain } from './orders/sides.ts'

export function warnAtStart(
  config: Pick<Config, 'makerSigner' | 'minProfitBips'>,
  chains: ReadonlyMap<string, Pick<TradedChain, 'chain'>>,
  logger: Pick<Logger, 'warn'>,
): void {
  // A single endpoint can lie about vaults, which costs money.
  for (const [name, { chain }] of chains)
    if (chain.quorum.endpoints.length === 1)
      logger.warn('chain.one_endpoint', {
        chain: name,
        endpoint: chain.quorum.endpoints[0]?.name,
        variable: 'RPC_URLS',
      })
  // Without firm quotes and without a least profit, nothing checks the amounts that the orderbook names.
  if (makerSignerOf(config) === undefined && config.minProfitBips === undefined)
    logger.warn('orderbook.amounts_believed', { variable: 'SOLVER_MIN_PROFIT_BIPS' })
}
