import { type RunStep, runPaths } from '@tandem/sdk'

/** A line of the list that shows how far a swap is. */
export interface ProgressLine {
  step: RunStep
  state: 'done' | 'now' | 'ahead'
}

/** The steps behind, the one under way and those ahead: on the way to completion, or back to the refund. */
export function progressOf(current: RunStep): ProgressLine[] {
  if (current === 'ended') return [{ step: 'ended', state: 'done' }]
  const { forward, backward } = runPaths
  const path: readonly RunStep[] = (backward as readonly RunStep[]).includes(current) ? backward : forward
  const at = path.indexOf(current)
  // Nothing follows the last step.
  const reached = at === path.length - 1 ? path.length : at
  return path.map((step, index) => ({ step, state: index < reached ? 'done' : index === at ? 'now' : 'ahead' }))
}
