import type { SwapView } from '@tandem/react'
import { useQuery } from '@tanstack/react-query'
import { type SourceSeen, sourceSeenOf } from '../domain/source-seen.ts'
import type { Deployment } from './deployment.ts'
import { inspectionQuery } from './inspection.ts'

/** The source escrow of a swap that is not driven, read from its chain: no service is asked. */
export function useSourceSeen(deployment: Deployment, { phase, state, order: read }: SwapView): SourceSeen {
  const order = state.order ?? read
  const isResting = phase !== 'running' && phase !== 'elsewhere' && phase !== 'over'
  const query = inspectionQuery(deployment, order, 'source')
  const { data } = useQuery({ ...query, enabled: isResting && order !== undefined })
  return sourceSeenOf(data)
}
