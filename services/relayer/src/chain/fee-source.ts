import { askFees, type Quorum } from '@tandem/chain'
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
  { quorum, fees }: { quorum: Quorum; fees: FeePolicy },
): FeeSource {
  const feeMarket = ttlCache(perBlockCacheMs(block_time_ms), async () => ({
    ...(await believed(quorum, askFees(quorum, fees.model === 'legacy'))),
    minTip: fees.minTip,
    maxTip: fees.maxTip,
  }))
  const dataCost = ttlCache(dataCostMs, (bytes: number) => askDataCost(quorum, fees.model, bytes))
  return {
    feeCaps: fees,
    feeMarket: () => feeMarket('now'),
    // The size is rounded up, so that transactions of about one size share a cached answer.
    dataCost: (bytes) => dataCost(Math.ceil(bytes / 256) * 256),
  }
}
