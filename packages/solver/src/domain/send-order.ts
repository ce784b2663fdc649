/** The kinds of transactions, most urgent first. */
export const sendKinds = [
  // A public secret: a claim that comes too late loses money.
  'claim_source',
  'cancel_destination',
  'refund_source',
  'fill_gap',
  'approve',
  'fund_destination',
] as const
export type SendKind = (typeof sendKinds)[number]

/** A transaction that waits for its turn. `deadline` is in unix seconds. */
export interface Waiting {
  kind: SendKind
  deadline: number
}

export function compareWaiting(one: Waiting, other: Waiting): number {
  const byKind = sendKinds.indexOf(one.kind) - sendKinds.indexOf(other.kind)
  return byKind === 0 ? one.deadline - other.deadline : byKind
}

const keptForUrgent = 4

/**
 * Chooses the job to send next; `undefined` while none may start. Fundings leave a quarter of the slots free for
 * claims.
 */
export function nextToSend<T extends Waiting>(waiting: readonly T[], busy: number, slots: number): T | undefined {
  if (busy >= slots) return undefined
  const [first] = [...waiting].sort(compareWaiting)
  if (first === undefined || first.kind !== 'fund_destination') return first
  const kept = Math.floor(slots / keptForUrgent)
  return busy < slots - kept ? first : undefined
}
