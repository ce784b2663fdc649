import type { Visibility } from '../transactions/domain/request.ts'
import type { WorkRequest } from '../work/domain/work.ts'
import type { RelayChain } from '../work/ports.ts'
import { visibilityOf } from './domain/visibility.ts'

/** Which endpoints may see the request's transaction. Only a claim has a secret to hide, so any other transaction is public. */
export async function claimVisibility(
  { work, firstBroadcastAt }: Pick<WorkRequest, 'work' | 'firstBroadcastAt'>,
  chain: Pick<RelayChain, 'privateForMs' | 'claimSafetySecs' | 'headTime'>,
  nowMs: number,
): Promise<Visibility> {
  if (work.kind !== 'claim' || chain.privateForMs === undefined) return 'public'
  // A chain that cannot be read must not delay the sending. Without its time, only our own clock decides.
  const chainTime = await chain.headTime().catch(() => 0)
  return visibilityOf({
    revealedAt: firstBroadcastAt?.getTime() ?? nowMs,
    nowMs,
    secsLeft: work.destination.terms.cancelAfter - Math.max(chainTime, Math.floor(nowMs / 1000)),
    claimSafetySecs: chain.claimSafetySecs,
    privateForMs: chain.privateForMs,
  })
}
