/** Most urgent first. */
export const sendKinds = [
  // The secret is public: a late claim loses money.
  'claim_source',
  'cancel_destination',
  'refund_source',
  'fill_gap',
  'approve',
  'fund_destination',
] as const
export type SendKind = (typeof sendKinds)[number]

/** `deadline`: unix seconds. */
export interface Waiting {
  kind: SendKind
  deadline: number
}

export function compareWaiting(one: Waiting, other: Waiting): number {
  const byKind = sendKinds.indexOf(one.kind) - sendKinds.indexOf(other.kind)
  return byKind === 0 ? one.deadline - other.deadline : byKind
}

const keptForUrgent = 4

/** Fundings leave a quarter of the slots free for claims. */
export function nextToSend<T extends Waiting>(waiting: readonly T[], busy: number, slots: number): T | undefined {
  if (busy >= slots) return undefined
  const [first] = [...waiting].sort(compareWaiting)
  if (first === undefined || first.kind !== 'fund_destination') return first
  const kept = Math.floor(slots / keptForUrgent)
  return busy < slots - kept ? first : undefined
}
