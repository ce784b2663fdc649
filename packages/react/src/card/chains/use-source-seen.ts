import { useQuery } from '@tanstack/react-query'
import type { SwapView } from '../../swap-runner.ts'
import { useCard } from '../card-context.tsx'
import { type SourceSeen, sourceSeenOf } from '../domain/source-seen.ts'
import { inspectionQuery } from './inspection.ts'

/** The source escrow of a swap that is not driven, read from its chain: no service is asked. */
export function useSourceSeen({ phase, state, order: read }: SwapView): SourceSeen {
  const order = state.order ?? read
  const isResting = phase !== 'running' && phase !== 'elsewhere' && phase !== 'over'
  const query = inspectionQuery(useCard().config, order, 'source')
  const { data } = useQuery({ ...query, enabled: isResting && order !== undefined })
  return sourceSeenOf(data)
}
