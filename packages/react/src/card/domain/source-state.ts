/**
 * What this browser has read of a source escrow. `unknown`: nothing yet. `empty`: the address holds nothing. `sent`: the address
 * holds tokens, and the escrow is not created yet. `funded`: the escrow is open. `over`: it was claimed or cancelled.
 */
export type SourceState = 'unknown' | 'empty' | 'sent' | 'funded' | 'over'

/** @param state the escrow as `inspectSide` read it, or `undefined` while there is no answer. */
export function sourceStateOf(
  state: { latest: { state: 'missing' | 'open' | 'claimed' | 'cancelled' }; prefund: bigint } | undefined,
): SourceState {
  if (state === undefined) return 'unknown'
  if (state.latest.state === 'open') return 'funded'
  if (state.latest.state !== 'missing') return 'over'
  return state.prefund > 0n ? 'sent' : 'empty'
}

/** The facts that decide whether a swap may be forgotten. */
interface Keeping {
  state: SourceState
  secretOrigin: 'wallet' | 'stored' | undefined
  /** Until this time, in unix seconds, something that the user signed or sent may still fund the source escrow. */
  fundableUntil: number
  /** The current time in unix seconds. */
  now: number
}

/**
 * Says what the user loses when this browser forgets a swap.
 * @returns `nothing`; `signature`, when something that was signed may still fund the escrow, and this browser then has no secret
 * for it; `search`, when the amount is in the escrow and the wallet has to find the swap again; or `null`, when the swap must not
 * be forgotten, because its amount is or may be in the escrow and only this browser has the secret.
 */
export function lossOf({
  state,
  secretOrigin,
  fundableUntil,
  now,
}: Keeping): 'nothing' | 'signature' | 'search' | null {
  if (state === 'over') return 'nothing'
  if (state !== 'empty') return state !== 'unknown' && secretOrigin === 'wallet' ? 'search' : null
  return fundableUntil > now ? 'signature' : 'nothing'
}
