import { askFees, type Panel } from '@tandem/chain'
import type { ChainConfig } from '@tandem/contracts'
import type { FeePolicy } from '@tandem/sending'
import { ttlCache } from '@tandem/service-kit'
import type { FeeSource } from '../transactions/ports.ts'
import { believed } from './believed.ts'
import { askDataCost } from './data-cost.ts'
import { perBlockCacheMs } from './shared-reads.ts'

/** The price of the layer below moves with its blocks. */
const dataCostMs = 10_000

/** The fees of a chain. */
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
    // In steps, so that transactions of about one size share an answer.
    dataCost: (bytes) => dataCost(Math.ceil(bytes / 256) * 256),
  }
}
