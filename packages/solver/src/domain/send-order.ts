/** Every kind of transaction that the solver sends, the most urgent first. */
export const sendKinds = [
  // The secret is public: money is lost when the claim is late.
  'claim_source',
  'cancel_destination',
  'refund_source',
  // Makes an earlier nonce harmless, so that what comes after it can be mined.
  'fill_gap',
  'approve',
  'fund_destination',
] as const
export type SendKind = (typeof sendKinds)[number]

/** A transaction that waits for its turn. `deadline`: unix seconds by which it must be mined to be of use. */
export interface Waiting {
  kind: SendKind
  deadline: number
}

/** Orders what waits: by kind as in {@link sendKinds}, and within a kind by deadline. */
export function compareWaiting(one: Waiting, other: Waiting): number {
  const byKind = sendKinds.indexOf(one.kind) - sendKinds.indexOf(other.kind)
  return byKind === 0 ? one.deadline - other.deadline : byKind
}

/** Shares of the slots of a chain that only kinds before `fund_destination` may use. */
const keptForUrgent = 4

/**
 * The waiting transaction that goes next, or `undefined` when none may: fundings leave a quarter of the slots free, so
 * that a claim never waits for a funding to be mined.
 *
 * @param busy slots that are in use, of `slots`.
 */
export function nextToSend<T extends Waiting>(waiting: readonly T[], busy: number, slots: number): T | undefined {
  if (busy >= slots) return undefined
  const [first] = [...waiting].sort(compareWaiting)
  if (first === undefined || first.kind !== 'fund_destination') return first
  const kept = Math.floor(slots / keptForUrgent)
  return busy < slots - kept ? first : undefined
}
