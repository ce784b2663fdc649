import type { ChainConfig } from '@tandem/contracts'
import type { FeePolicy } from '@tandem/sending'
import { ttlCache } from '@tandem/service-kit'
import type { PublicClient } from 'viem'
import type { FeeSource } from '../transactions/ports.ts'
import { readDataCost, readFeeMarket } from './fee-market.ts'
import { perBlockCacheMs, safely } from './safely.ts'

/** The price of the layer below moves with its blocks. */
const dataCostMs = 10_000

/** The fees of a chain, by all of its endpoints. */
export function makeFeeSource(
  { chain, block_time_ms: blockTimeMs }: ChainConfig,
  { client, clients, fees }: { client: PublicClient; clients: readonly PublicClient[]; fees: FeePolicy },
): FeeSource {
  const feeMarket = ttlCache(perBlockCacheMs(blockTimeMs), () =>
    safely(chain, 'reading fees', async () => ({
      ...(await readFeeMarket(clients, fees.model)),
      leastTip: fees.leastTip,
      mostTip: fees.mostTip,
    })),
  )
  const dataCost = ttlCache(dataCostMs, (bytes: number) =>
    safely(chain, 'reading what data costs', () => readDataCost(client, fees.model, bytes)),
  )
  return {
    feeCaps: fees,
    feeMarket: () => feeMarket('now'),
    // In steps, so that transactions of about one size share an answer.
    dataCost: (bytes) => dataCost(Math.ceil(bytes / 256) * 256),
  }
}
