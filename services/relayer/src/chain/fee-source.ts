import { askFees, type Panel } from '@tandem/chain'
import type { FeePolicy } from '@tandem/chain/sending'
import type { ChainConfig } from '@tandem/contracts'
import { ttlCache } from '@tandem/service-kit'
import type { FeeSource } from '../transactions/ports.ts'
import { believed } from './believed.ts'
import { askDataCost } from './data-cost.ts'
import { perBlockCacheMs } from './shared-reads.ts'

const dataCostMs = 10_000

export function makeFeeSource(
  { block_time_ms }: ChainConfig,
  { panel, fees }: { panel: Panel; fees: FeePolicy },
): FeeSource {
  const feeMarket = ttlCache(perBlockCacheMs(block_time_ms), async () => ({
    ...(await believed(panel, askFees(panel, fees.model === 'legacy'))),
    leastTip: fees.leastTip,
    mostTip: fees.mostTip,
  }))
  const dataCost = ttlCache(dataCostMs, (bytes: number) => askDataCost(panel, fees.model, bytes))
  return {
    feeCaps: fees,
    feeMarket: () => feeMarket('now'),
    // Transactions of about one size share an answer.
    dataCost: (bytes) => dataCost(Math.ceil(bytes / 256) * 256),
  }
}
