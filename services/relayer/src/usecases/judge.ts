import type { Network } from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import { type ClaimVerdict, type InitiationVerdict, judgeClaim, judgeInitiation } from '../domain/safety.ts'
import type { ClaimWork, Escrow, InitiationWork, Work } from '../domain/settlement.ts'
import type { RelayChain } from './ports.ts'

export type Chains = ReadonlyMap<string, RelayChain>

/** A chain that the order names must be one that we can read and send on. */
export function chainOf(chains: Chains, { chain }: Escrow): RelayChain {
  const found = chains.get(chain)
  if (found === undefined) throw new Error(`chain ${chain} is not configured`)
  return found
}

/** Seconds that must be left on the source when the secret leaves: half of the margin, so that the solver can claim. */
const sourceSafetySecs = (network: Network) => Math.ceil(network.min_margin_secs / 2)

/** Reads both vaults anew and judges whether the work may go ahead. */
export async function judge(work: Work, chains: Chains, network: Network): Promise<ClaimVerdict | InitiationVerdict> {
  return work.kind === 'claim' ? judgeClaimWork(work, chains, network) : judgeInitiationWork(work, chains)
}

async function judgeClaimWork(work: ClaimWork, chains: Chains, network: Network): Promise<ClaimVerdict> {
  const destinationChain = chainOf(chains, work.destination)
  const [source, destination] = await Promise.all([
    chainOf(chains, work.source).readAgreedVault(work.source.vault, work.source.terms),
    destinationChain.readAgreedVault(work.destination.vault, work.destination.terms),
  ])
  if (!source.isAgreed) return unsure(work.source, source.reason)
  if (!destination.isAgreed) return unsure(work.destination, destination.reason)
  return judgeClaim({
    source: { ...source.value, terms: work.source.terms },
    destination: { ...destination.value, terms: work.destination.terms },
    claimSafetySecs: destinationChain.claimSafetySecs,
    sourceSafetySecs: sourceSafetySecs(network),
  })
}

const unsure = ({ chain }: Escrow, reason: string): ClaimVerdict => ({
  verdict: 'wait',
  code: 'CHAIN_UNAVAILABLE',
  reason: `${chain}: ${reason}`,
})

async function judgeInitiationWork(
  { source: escrow, how }: InitiationWork,
  chains: Chains,
): Promise<InitiationVerdict> {
  const chain = chainOf(chains, escrow)
  const { terms, vault } = escrow
  const [source, prefund] = await Promise.all([
    chain.readVault(vault, terms),
    how.type === 'prefunded' ? chain.balanceOf(terms.token, vault) : undefined,
  ])
  return judgeInitiation({ source: { ...source, terms }, prefund, minWindowSecs: chain.claimSafetySecs })
}

export const isNative = ({ terms }: Escrow): boolean => terms.token === nativeToken
