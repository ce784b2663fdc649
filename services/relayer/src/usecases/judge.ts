import type { Network } from '@tandem/contracts'
import { hopClaimTypedData, nativeToken } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import { getAddress } from 'viem'
import { type ChoreVerdict, judgeChore } from '../domain/keeping.ts'
import {
  type ClaimVerdict,
  type InitiationVerdict,
  judgeClaim,
  judgeInitiation,
  whyNoHop,
  whyNoPayout,
} from '../domain/safety.ts'
import {
  type ChoreWork,
  type ClaimWork,
  type Escrow,
  type InitiationWork,
  isChore,
  type Work,
} from '../domain/settlement.ts'
import type { Clock, RelayChain } from './ports.ts'

export type Chains = ReadonlyMap<string, RelayChain>

/** A chain that the order names must be one that we can read and send on. */
export function chainOf(chains: Chains, { chain }: Escrow): RelayChain {
  const found = chains.get(chain)
  if (found === undefined) throw new Error(`chain ${chain} is not configured`)
  return found
}

/** Whether the chain has a signer that can pay for what is begun now. */
export type HasSigner = (chain: string) => boolean

/** @throws AppError SIGNER_UNAVAILABLE: what could not be sent soon is not taken on. */
export function requireSigner(hasSigner: HasSigner, { chain }: Escrow): void {
  if (hasSigner(chain)) return
  throw new AppError('SIGNER_UNAVAILABLE', `no signer on ${chain} can pay for gas`, { retryAfterSecs: 30 })
}

/** Seconds that must be left on the source when the secret leaves: half of the margin, so that the solver can claim. */
const sourceSafetySecs = (network: Network) => Math.ceil(network.min_margin_secs / 2)

/** Reads both vaults anew and judges whether the work may go ahead. */
export async function judge(
  work: Work,
  { chains, network, now }: { chains: Chains; network: Network; now: Clock },
): Promise<ClaimVerdict | InitiationVerdict | ChoreVerdict> {
  if (isChore(work)) return judgeChoreWork(work, chains)
  return work.kind === 'claim' ? judgeClaimWork(work, chains, network, now) : judgeInitiationWork(work, chains, now)
}

async function judgeClaimWork(work: ClaimWork, chains: Chains, network: Network, clock: Clock): Promise<ClaimVerdict> {
  const destinationChain = chainOf(chains, work.destination)
  // Asked beside the vaults, whatever they say: then what it says counts only when all else is well.
  const paying = destinationChain.canPay(work.destination.vault, work.destination.terms)
  paying.catch(() => undefined)
  const [source, destination] = await Promise.all([
    chainOf(chains, work.source).readAgreedVault(work.source),
    destinationChain.readAgreedVault(work.destination),
  ])
  if (!source.isAgreed) return unsure(work.source, source.reason)
  if (!destination.isAgreed) return unsure(work.destination, destination.reason)
  const now = Math.floor(clock() / 1_000)
  const verdict = judgeClaim({
    source: { ...source.value, terms: work.source.terms },
    destination: { ...destination.value, terms: work.destination.terms },
    claimSafetySecs: destinationChain.claimSafetySecs,
    sourceSafetySecs: sourceSafetySecs(network),
    now,
  })
  if (verdict.verdict === 'settled' || verdict.verdict === 'refuse') return verdict
  const noHop = await lookAtHop(work, destinationChain, network, { chainTime: destination.value.chainTime, now })
  if (noHop !== undefined || verdict.verdict === 'wait') return noHop ?? verdict
  return whyNoPayout(await paying) ?? verdict
}

/** Reads what must hold of a hop claim, and says why it does not. */
async function lookAtHop(
  { destination, hop }: ClaimWork,
  chain: RelayChain,
  network: Network,
  times: { chainTime: number; now: number },
) {
  if (hop === null) return undefined
  const { vault, terms } = destination
  const config = network.chains.find((one) => one.chain === destination.chain)
  const typedData = hopClaimTypedData({
    chainId: config?.chain_id ?? 0,
    registry: getAddress(config?.registry_address ?? ''),
    vault,
    commitmentHash: terms.commitmentHash,
    hopBridge: terms.hopBridge,
    route: hop.route,
  })
  const [isSigned, isRouteOpen] = await Promise.all([
    chain.isSignedBy(terms.recipient, typedData, hop.signature),
    chain.isHopRouteOpen(terms.hopBridge, terms.token, hop.route.destBlockchainId),
  ])
  const { claimSafetySecs } = chain
  return whyNoHop({ deadline: hop.route.deadline, ...times, claimSafetySecs, isSigned, isRouteOpen })
}

const unsure = ({ chain }: Escrow, reason: string) =>
  ({ verdict: 'wait', code: 'CHAIN_UNAVAILABLE', reason: `${chain}: ${reason}` }) as const

async function judgeInitiationWork(
  { source: escrow, how, destination }: InitiationWork,
  chains: Chains,
  clock: Clock,
): Promise<InitiationVerdict> {
  const chain = chainOf(chains, escrow)
  const { terms, vault } = escrow
  const [source, prefund, chainTime] = await Promise.all([
    chain.readAgreedVault(escrow),
    how.type === 'prefunded' ? chain.balanceOf(terms.token, vault) : undefined,
    destination === undefined ? undefined : chains.get(destination.chain)?.headTime(),
  ])
  if (!source.isAgreed) return unsure(escrow, source.reason)
  return judgeInitiation({
    source: { ...source.value, terms },
    prefund,
    minWindowSecs: chain.claimSafetySecs,
    destination: destination && { ...destination, chainTime },
    now: Math.floor(clock() / 1_000),
  })
}

async function judgeChoreWork({ chore, escrow }: ChoreWork, chains: Chains): Promise<ChoreVerdict> {
  const chain = chainOf(chains, escrow)
  const { terms, vault } = escrow
  const [reading, balance] = await Promise.all([chain.readAgreedVault(escrow), chain.balanceOf(terms.token, vault)])
  if (!reading.isAgreed) return unsure(escrow, reading.reason)
  return judgeChore(chore, { ...reading.value, terms, balance })
}

export const isNative = ({ terms }: Escrow): boolean => terms.token === nativeToken
