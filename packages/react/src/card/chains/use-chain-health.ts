import type { EvidenceOptions } from '@tandem/sdk'
import { useQuery } from '@tanstack/react-query'
import { createClient, http } from 'viem'
import { getBlock } from 'viem/actions'
import { useCard } from '../card-context.tsx'
import { useNow } from '../components/use-now.ts'
import { lateSecs } from '../domain/late-secs.ts'

/** Milliseconds between two reads of a chain's newest block, and the most that an endpoint may take. */
const refetchMs = 4_000
const timeoutMs = 3_000

/** Returns the time of the newest block in unix seconds, from the endpoint that answers first. */
async function readNewest({ endpoints }: EvidenceOptions, chain: string): Promise<number> {
  const urls = (endpoints[chain] ?? []).filter((one) => typeof one === 'string')
  const blocks = urls.map((url) =>
    getBlock(createClient({ transport: http(url, { retryCount: 0, timeout: timeoutMs }) })),
  )
  return Number((await Promise.any(blocks)).timestamp)
}

/**
 * Watches a chain. `isSilent`: no endpoint answers. `lateSecs`: the age of its newest block in seconds, or zero while blocks come
 * as they should.
 */
export function useChainHealth(chain: string): { isSilent: boolean; lateSecs: number } {
  const { network, evidence } = useCard().config
  const now = useNow()
  const { data: blockAt, error } = useQuery({
    queryKey: ['tandem', 'chain-health', chain],
    queryFn: () => readNewest(evidence, chain),
    refetchInterval: refetchMs,
    retry: false,
  })
  const blockTimeMs = network.chains.find((one) => one.chain === chain)?.block_time_ms
  return {
    isSilent: error !== null,
    lateSecs: blockAt === undefined || error !== null ? 0 : lateSecs({ blockAt, blockTimeMs }, now),
  }
}
