import { useQuery } from '@tanstack/react-query'
import type { SwapView } from '../../swap-runner.ts'
import { useCard } from '../card-context.tsx'
import { type SourceState, sourceStateOf } from '../domain/source-state.ts'
import { inspectionQuery } from './inspection.ts'

/** Reads the source escrow of a resting swap from its chain. No service is asked, so the answer holds while they are down. */
export function useSourceState({ phase, state, order: read }: SwapView): SourceState {
  const order = state.order ?? read
  const isResting = phase !== 'running' && phase !== 'elsewhere' && phase !== 'over'
  const query = inspectionQuery(useCard().config, order, 'source')
  const { data } = useQuery({ ...query, enabled: isResting && order !== undefined })
  return sourceStateOf(data)
}
