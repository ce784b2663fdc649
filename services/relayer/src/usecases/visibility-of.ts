import type { Settlement } from '../domain/settlement.ts'
import { type Visibility, visibilityOf } from '../domain/visibility.ts'
import type { RelayChain } from './ports.ts'

/** Who may be shown this settlement's transaction now. Only a claim holds anything to hide. */
export async function visibilityOfSettlement(
  { work, revealedAt }: Pick<Settlement, 'work' | 'revealedAt'>,
  chain: Pick<RelayChain, 'privateForMs' | 'claimSafetySecs' | 'headTime'>,
  nowMs: number,
): Promise<Visibility> {
  if (work.kind !== 'claim' || chain.privateForMs === undefined) return 'public'
  // A chain that cannot be read must not hold the sending up: then our own clock decides.
  const chainTime = await chain.headTime().catch(() => 0)
  return visibilityOf({
    revealedAt: revealedAt?.getTime() ?? nowMs,
    nowMs,
    secsLeft: work.destination.terms.cancelAfter - Math.max(chainTime, Math.floor(nowMs / 1000)),
    claimSafetySecs: chain.claimSafetySecs,
    privateForMs: chain.privateForMs,
  })
}
