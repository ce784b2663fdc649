import {
  askNonceCounts,
  type Endpoint,
  faultOf,
  type Quorum,
  readHeader,
  readHeadNumber,
  readNonce,
} from '@tandem/chain'
import { type ChainConfig, confirmationDepth, lastCountedBlock } from '@tandem/contracts'
import { AppError, ttlCache } from '@tandem/service-kit'
import type { Address } from 'viem'
import { getBalance } from 'viem/actions'
import type { SignerReader } from '../transactions/ports.ts'
import { believed } from './believed.ts'
import { perBlockCacheMs } from './shared-reads.ts'

/**
 * How many blocks back a nonce count is read when an endpoint lacks older state: a plain full node keeps that of 128 blocks. A
 * nonce that a deeper reorganization gives back is found to be free again, and is filled.
 */
const keptBlocks = 100n
/** Milliseconds for the settled nonce: each endpoint is asked two questions, the second about the answer to the first. */
const settledMs = 5_000

export function makeSignerReader(config: ChainConfig, quorum: Quorum): Omit<SignerReader, 'signers'> {
  const cacheMs = perBlockCacheMs(config.block_time_ms)
  const nonces = ttlCache(cacheMs, (address: Address) => askNonceCounts(quorum, address))
  const depth = confirmationDepth(config, undefined)

  /** The signer's nonce count in the last block that this endpoint counts as confirmed. */
  async function readSettled(endpoint: Endpoint, address: Address): Promise<bigint> {
    const [head, tagged] = await Promise.all([
      readHeadNumber(endpoint),
      depth.tag === null ? undefined : readHeader(endpoint, depth.tag),
    ])
    const counted = lastCountedBlock(depth, { head, tagged: tagged?.number })
    if (counted < 0n) return 0n
    const kept = head > keptBlocks ? head - keptBlocks : 0n
    return readNonce(endpoint, address, counted).catch((error: unknown) => {
      if (counted >= kept || !['refused', 'absent'].includes(faultOf(error))) throw error
      return readNonce(endpoint, address, kept)
    })
  }
  return {
    async nonceCounts(address, oldestMs) {
      const { counts } = await nonces(address, oldestMs)
      if (counts.some((count) => count !== undefined)) return counts
      throw new AppError('CHAIN_UNAVAILABLE', `${config.chain}: no endpoint counts nonces`)
    },
    async minedNonce(address) {
      const { reached } = await nonces(address)
      if (reached !== undefined) return reached
      throw new AppError('CHAIN_UNAVAILABLE', `${config.chain}: too few endpoints count nonces`)
    },
    pendingNonce: (address) =>
      believed(
        quorum,
        quorum.reached((endpoint) => readNonce(endpoint, address, 'pending'), { name: 'nonce' }),
      ),
    settledNonce: (address) =>
      believed(
        quorum,
        quorum.reached((endpoint) => readSettled(endpoint, address), { name: 'nonce', budgetMs: settledMs }),
      ),
    nativeBalance: ttlCache(cacheMs, (address: Address) =>
      believed(
        quorum,
        quorum.reached(({ client }) => getBalance(client, { address }), { name: 'balance' }),
      ),
    ),
  }
}
