/**
 * The source escrow as its chain shows it to this browser. `sent`: its tokens lie at the address, and the escrow is not
 * created yet. `unknown`: the chain could not be read, or not yet.
 */
export type SourceSeen = 'unknown' | 'empty' | 'sent' | 'funded' | 'over'

/** @param seen as read from the chain; `undefined` while there is no answer. */
export function sourceSeenOf(
  seen: { latest: { state: 'missing' | 'open' | 'claimed' | 'cancelled' }; prefund: bigint } | undefined,
): SourceSeen {
  if (seen === undefined) return 'unknown'
  if (seen.latest.state === 'open') return 'funded'
  if (seen.latest.state !== 'missing') return 'over'
  return seen.prefund > 0n ? 'sent' : 'empty'
}

/** The facts on which it depends whether a swap may be forgotten. */
interface Keeping {
  seen: SourceSeen
  secretOrigin: 'wallet' | 'stored' | undefined
  /** Unix seconds: until then a signature or transaction may still pay the source. */
  fundableUntil: number
  /** Unix seconds. */
  now: number
}

/**
 * The loss with a swap that this browser forgets: `nothing`; or, where a signature may still pay the source, the `signature`;
 * or the `search`, because the wallet finds the swap again.
 *
 * @returns `null` where it must not be forgotten: the amount is, or may be, in the escrow.
 */
export function lossOf({ seen, secretOrigin, fundableUntil, now }: Keeping): 'nothing' | 'signature' | 'search' | null {
  if (seen === 'over') return 'nothing'
  if (seen !== 'empty') return seen !== 'unknown' && secretOrigin === 'wallet' ? 'search' : null
  return fundableUntil > now ? 'signature' : 'nothing'
}
