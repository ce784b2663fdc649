import { isBelieved } from '@tandem/chain'
import type { Network } from '@tandem/contracts'
import type { Clock } from '../transactions/ports.ts'
import { decideInitiation, type InitiationDecision } from '../work/domain/safety.ts'
import type { FillTime, InitiationWork } from '../work/domain/work.ts'
import { windowRulesOf } from '../work/escrows-of-order.ts'
import { type Chains, chainOf } from '../work/ports.ts'
import { whyOutOfWindow } from './domain/window.ts'

export interface CheckInitiationDeps {
  chains: Chains
  network: Network
  now: Clock
}

/** Reads the vault and the clocks again, and decides whether the source may be created. */
export async function checkInitiation(
  { source: escrow, how, destination }: InitiationWork,
  { chains, network, now }: CheckInitiationDeps,
): Promise<InitiationDecision> {
  const chain = chainOf(chains, escrow)
  const { terms, vault } = escrow
  const [source, prefund, chainTime] = await Promise.all([
    chain.readVault(escrow),
    how.type === 'prefunded' ? chain.balanceOf(terms.token, vault) : undefined,
    destination === undefined ? undefined : chains.get(destination.chain)?.headTime(),
  ])
  if (!isBelieved(source))
    return { type: 'wait', code: 'CHAIN_UNAVAILABLE', reason: `${escrow.chain}: ${source.reason}` }
  const ours = Math.floor(now() / 1_000)
  const decision = decideInitiation({
    source: { ...source.value, terms },
    prefund,
    minWindowSecs: chain.claimSafetySecs,
    destination: destination && { ...destination, chainTime },
    now: ours,
  })
  // The decision so far comes first, because a deadline that has passed is final. A prefund has left its account already, and can
  // be given back early only from an escrow, so the window does not stop it.
  if (decision.type !== 'safe' || how.type === 'prefunded' || destination === undefined) return decision
  if (!network.chains.some((one) => one.chain === destination.chain))
    return { type: 'wait', code: 'CHAIN_UNAVAILABLE', reason: `${destination.chain} has left the network file` }
  // The later of our own clock and the chain's, which is how the orderbook counts.
  const times = {
    source: Math.max(ours, source.value.chainTime),
    destination: Math.max(ours, chainTime ?? ours),
  }
  return whyOutOfWindow(windowFactsOf({ source: escrow, destination }, times, network)) ?? decision
}

const windowFactsOf = (
  { source, destination }: { source: InitiationWork['source']; destination: FillTime },
  now: { source: number; destination: number },
  network: Network,
) => ({
  chain: source.chain,
  cancelAfter: { source: source.terms.cancelAfter, destination: destination.cancelAfter },
  // Work that an earlier version stored has no `fillBy`.
  fillBy: destination.fillBy ?? null,
  now,
  rules: windowRulesOf({ source, destination }, network),
})
