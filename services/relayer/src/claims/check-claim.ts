import { isBelieved } from '@tandem/chain'
import type { Network } from '@tandem/contracts'
import { hopClaimTypedData } from '@tandem/escrow'
import type { Clock } from '../transactions/ports.ts'
import type { Escrow } from '../vaults/domain/escrow.ts'
import type { VaultReader } from '../vaults/ports.ts'
import { type ClaimDecision, decideClaim, sourceSafetySecs, whyNoHop, whyNoPayout } from '../work/domain/safety.ts'
import type { ClaimWork } from '../work/domain/work.ts'
import { windowRulesOf } from '../work/escrows-of-order.ts'
import { type Chains, chainOf, registryOf } from '../work/ports.ts'

export interface CheckDeps {
  chains: Chains
  network: Network
  now: Clock
}

/** Reads both vaults again, and decides whether the secret may be revealed. */
export async function checkClaim(work: ClaimWork, { chains, network, now: clock }: CheckDeps): Promise<ClaimDecision> {
  const destinationChain = chainOf(chains, work.destination)
  // The payout is simulated while the vaults are read. Its answer counts only when nothing else is wrong.
  const paying = destinationChain.canPay(work.destination.vault, work.destination.terms)
  paying.catch(() => undefined)
  const [source, destination] = await Promise.all([
    chainOf(chains, work.source).readVault(work.source),
    destinationChain.readVault(work.destination),
  ])
  if (!isBelieved(source)) return unsure(work.source, source.reason)
  if (!isBelieved(destination)) return unsure(work.destination, destination.reason)
  const now = Math.floor(clock() / 1_000)
  const { claimSafetySecs } = destinationChain
  const decision = decideClaim({
    source: { ...source.value, terms: work.source.terms },
    destination: { ...destination.value, terms: work.destination.terms },
    claimSafetySecs,
    sourceSafetySecs: sourceSafetySecs(windowRulesOf(work, network)),
    now,
  })
  if (decision.type === 'settled' || decision.type === 'refuse') return decision
  const times = { chainTime: destination.value.chainTime, now, claimSafetySecs }
  const noHop = await checkHopClaim(work, destinationChain, network, times)
  if (noHop !== undefined || decision.type === 'wait') return noHop ?? decision
  return whyNoPayout(await paying) ?? decision
}

async function checkHopClaim(
  { destination, hop }: ClaimWork,
  chain: Pick<VaultReader, 'isSignedBy' | 'isHopRouteOpen'>,
  network: Network,
  times: { chainTime: number; now: number; claimSafetySecs: number },
) {
  if (hop === null) return undefined
  const { vault, terms } = destination
  const typedData = hopClaimTypedData({
    ...registryOf(network, destination),
    vault,
    commitmentHash: terms.commitmentHash,
    hopBridge: terms.hopBridge,
    route: hop.route,
  })
  const [isSigned, isRouteOpen] = await Promise.all([
    chain.isSignedBy(terms.recipient, typedData, hop.signature),
    chain.isHopRouteOpen(terms.hopBridge, terms.token, hop.route.destBlockchainId),
  ])
  return whyNoHop({ deadline: hop.route.deadline, ...times, isSigned, isRouteOpen })
}

const unsure = ({ chain }: Escrow, reason: string) =>
  ({ type: 'wait', code: 'CHAIN_UNAVAILABLE', reason: `${chain}: ${reason}` }) as const
