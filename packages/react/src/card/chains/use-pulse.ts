import type { EvidenceOptions } from '@tandem/sdk'
import { useQuery } from '@tanstack/react-query'
import { createClient, http } from 'viem'
import { getBlock } from 'viem/actions'
import { useCard } from '../card-context.tsx'
import { lateSecs } from '../domain/pulse.ts'
import { useNow } from '../pieces/use-now.ts'

/** How often a chain's newest block is read, and how long an endpoint may take, in milliseconds. */
const paceMs = 4_000
const patienceMs = 3_000

/** The time of the newest block that any endpoint of the chain shows, unix seconds. */
async function readNewest({ endpoints }: EvidenceOptions, chain: string): Promise<number> {
  const urls = (endpoints[chain] ?? []).filter((one) => typeof one === 'string')
  const blocks = urls.map((url) =>
    getBlock(createClient({ transport: http(url, { retryCount: 0, timeout: patienceMs }) })),
  )
  return Number((await Promise.any(blocks)).timestamp)
}

/** Whether the endpoints of a chain answer, and since how many seconds it has made no block; 0 while it makes them. */
export function usePulse(chain: string): { isSilent: boolean; lateSecs: number } {
  const { network, evidence } = useCard().config
  const now = useNow()
  const { data: blockAt, error } = useQuery({
    queryKey: ['tandem', 'pulse', chain],
    queryFn: () => readNewest(evidence, chain),
    refetchInterval: paceMs,
    retry: false,
  })
  const blockTimeMs = network.chains.find((one) => one.chain === chain)?.block_time_ms
  return {
    isSilent: error !== null,
    lateSecs: blockAt === undefined || error !== null ? 0 : lateSecs({ blockAt, blockTimeMs }, now),
  }
}
