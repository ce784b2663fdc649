import { type ChainConfig, confirmationDepth } from '@tandem/contracts'
import { ttlCache } from '@tandem/service-kit'
import type { Address, PublicClient } from 'viem'
import { agreedCount } from '../transactions/domain/nonce-counts.ts'
import type { SignerReader } from '../transactions/ports.ts'
import type { EndpointPanel } from './endpoint-panel.ts'
import { answered, perBlockCacheMs, safely } from './safely.ts'

/** Nonces and balances of signers, by the agreement of the endpoints. */
export function makeSignerReader(
  config: ChainConfig,
  { client, panel, quorum }: { client: PublicClient; panel: EndpointPanel; quorum: number },
): Omit<SignerReader, 'signers'> {
  const { chain } = config
  const cacheMs = perBlockCacheMs(config.block_time_ms)
  const nonceCounts = ttlCache(cacheMs, (address: Address) =>
    safely(chain, 'reading a nonce', () => panel.countsOf(address, 'latest')),
  )
  return {
    nonceCounts,
    minedNonce: async (address) => answered(agreedCount(await nonceCounts(address), quorum), 'no endpoint answers'),
    pendingNonce: (address) =>
      safely(chain, 'reading a nonce', async () =>
        answered(agreedCount(await panel.countsOf(address, 'pending'), quorum), 'no endpoint answers'),
      ),
    settledNonce: (address) =>
      safely(chain, 'reading a nonce', () => panel.settledCount(address, confirmationDepth(config, undefined))),
    nativeBalance: ttlCache(cacheMs, (address: Address) =>
      safely(chain, 'reading a balance', () => client.getBalance({ address })),
    ),
  }
}
