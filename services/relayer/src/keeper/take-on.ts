import type { Network, OrderWire } from '@tandem/contracts'
import { hashSecret, nativeToken } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { Sponsor } from '../budgets/sponsor.ts'
import { checkInitiation } from '../initiations/check-initiation.ts'
import type { Clock } from '../transactions/ports.ts'
import type { Escrow } from '../vaults/domain/escrow.ts'
import type { VaultReader } from '../vaults/ports.ts'
import type { InitiationWork, JobWork, KeeperJob } from '../work/domain/work.ts'
import { escrowsOf, fillTimeOf } from '../work/escrows-of-order.ts'
import { minStray } from '../work/min-stray.ts'
import { type Chains, requireBelief, type Submission, type WorkStore, type WorkTransactions } from '../work/ports.ts'

export interface TakeOnDeps {
  store: Pick<WorkStore, 'findByOrder'>
  transactions: Pick<WorkTransactions, 'submit' | 'wake'>
  chains: Chains
  network: Network
  sponsor: Sponsor
  now: Clock
}

/**
 * Takes work on, each piece once.
 * @throws the chains' and the {@link Sponsor}'s errors.
 */
export function makeTakeOn(deps: TakeOnDeps) {
  /** Creates a source escrow from tokens that lie at its address. */
  async function initiate(order: OrderWire): Promise<boolean> {
    const { source, destination } = escrowsOf(order, deps.network)
    const { token, amount } = source.terms
    const chain = deps.chains.get(source.chain)
    // The native token is paid in the creating transaction, never before.
    if (chain === undefined || token === nativeToken) return false
    if ((await chain.balanceOf(token, source.vault)) < amount) return false
    const fillTime = fillTimeOf(order, { source, destination }, deps.network)
    const work: InitiationWork = { kind: 'initiation', source, destination: fillTime, how: { type: 'prefunded' } }
    if ((await deps.store.findByOrder(order.order_id, work.kind)) !== undefined) return false
    if ((await checkInitiation(work, deps)).type !== 'safe') return false
    await deps.sponsor({ order, work, isPublic: false })
    return submit(order, { work, commitmentHash: source.terms.commitmentHash, secret: null })
  }

  async function takeOn(order: OrderWire, job: KeeperJob): Promise<boolean> {
    const kind = `${job.type}_${job.side}` as const
    if ((await deps.store.findByOrder(order.order_id, kind)) !== undefined) return false
    const escrow = escrowsOf(order, deps.network)[job.side]
    const chain = deps.chains.get(escrow.chain)
    if (chain === undefined) return false
    const stray = await strayAmount(chain, escrow, job)
    if (stray !== undefined && stray < minOf(order, job, escrow)) return false
    const secret = job.type === 'claim' ? publicSecret(order, escrow.terms.commitmentHash) : null
    if (secret === undefined) return false
    const work: JobWork = { kind, job: job.type, escrow }
    const amount = stray === undefined ? {} : { amount: stray }
    await deps.sponsor({ order, work, isPublic: job.type === 'claim', ...amount })
    return submit(order, { work, commitmentHash: escrow.terms.commitmentHash, secret })
  }

  async function submit(order: OrderWire, work: Omit<Submission, 'orderId'>): Promise<boolean> {
    const submitted = await deps.transactions.submit({ orderId: order.order_id, ...work })
    if (submitted.isNew) deps.transactions.wake(submitted.request)
    return submitted.isNew
  }

  const minOf = (order: OrderWire, { side }: KeeperJob, escrow: Escrow): bigint =>
    minStray(deps.network, (side === 'source' ? order.source_intent : order.destination_intent).asset, escrow)

  return { initiate, takeOn }
}

/**
 * What lies at the escrow's address and belongs to no open escrow, in base units; undefined for a job that moves no such money.
 */
async function strayAmount(
  chain: Pick<VaultReader, 'balanceOf' | 'readVault'>,
  escrow: Escrow,
  { type }: KeeperJob,
): Promise<bigint | undefined> {
  if (type === 'recover_prefund') return chain.balanceOf(escrow.terms.token, escrow.vault)
  if (type !== 'sweep') return undefined
  const { latest } = requireBelief(escrow, await chain.readVault(escrow))
  return latest.state === 'claimed' || latest.state === 'cancelled' ? latest.balance : 0n
}

/** The secret that the order's claims have published, if it opens this vault. */
function publicSecret(order: OrderWire, commitmentHash: Hex): Hex | undefined {
  const { source_intent: source, destination_intent: destination } = order
  const secret = (destination.commitment ?? source.commitment) as Hex | null
  return secret !== null && hashSecret(secret) === commitmentHash ? secret : undefined
}
