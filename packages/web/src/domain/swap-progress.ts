/** The steps of a run as the SDK reports them (`RunStep`). */
export type Step =
  | 'initiating'
  | 'waiting_for_market_maker'
  | 'revealing'
  | 'ensuring_claim'
  | 'settling'
  | 'waiting_for_refund'
  | 'refunding'
  | 'completed'
  | 'refunded'
  | 'ended'

/** A line of the list that shows how far a swap is. */
export interface ProgressLine {
  step: Step
  state: 'done' | 'now' | 'ahead'
}

const forward: readonly Step[] = [
  'initiating',
  'waiting_for_market_maker',
  'revealing',
  'ensuring_claim',
  'settling',
  'completed',
]
const backward: readonly Step[] = ['waiting_for_refund', 'refunding', 'refunded']
/** Nothing follows these. */
const ends: ReadonlySet<Step> = new Set(['completed', 'refunded', 'ended'])

/** The steps behind, the one under way and those ahead: on the way to completion, or back to the refund. */
export function progressOf(current: Step): ProgressLine[] {
  if (current === 'ended') return [{ step: 'ended', state: 'done' }]
  const path = backward.includes(current) ? backward : forward
  const at = path.indexOf(current)
  return path.map((step, index) => ({
    step,
    state: index < at || (index === at && ends.has(current)) ? 'done' : index === at ? 'now' : 'ahead',
  }))
}
