import type { Clock } from '../transactions/ports.ts'
import { decideInitiation, type InitiationDecision } from '../work/domain/safety.ts'
import type { InitiationWork } from '../work/domain/work.ts'
import { type Chains, chainOf } from '../work/ports.ts'

/** Reads the source vault anew and decides whether it may be created now. */
export async function checkInitiation(
  { source: escrow, how, destination }: InitiationWork,
  { chains, now }: { chains: Chains; now: Clock },
): Promise<InitiationDecision> {
  const chain = chainOf(chains, escrow)
  const { terms, vault } = escrow
  const [source, prefund, chainTime] = await Promise.all([
    chain.readAgreedVault(escrow),
    how.type === 'prefunded' ? chain.balanceOf(terms.token, vault) : undefined,
    destination === undefined ? undefined : chains.get(destination.chain)?.headTime(),
  ])
  if (!source.isAgreed) return { type: 'wait', code: 'CHAIN_UNAVAILABLE', reason: `${escrow.chain}: ${source.reason}` }
  return decideInitiation({
    source: { ...source.value, terms },
    prefund,
    minWindowSecs: chain.claimSafetySecs,
    destination: destination && { ...destination, chainTime },
    now: Math.floor(now() / 1_000),
  })
}
