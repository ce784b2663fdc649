import type { Network, OrderStatus, OrderWire } from '@tandem/contracts'
import { hashSecret, nativeToken } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { Sponsor } from '../budgets/sponsor.ts'
import { checkInitiation } from '../initiations/check-initiation.ts'
import type { Clock } from '../transactions/ports.ts'
import type { Escrow } from '../vaults/domain/escrow.ts'
import type { VaultReader } from '../vaults/ports.ts'
import type { InitiationWork, JobWork, KeeperJob } from '../work/domain/work.ts'
import { escrowsOf, fillTimeOf } from '../work/escrows-of-order.ts'
import type { Chains, Orderbook, Submission, WorkStore, WorkTransactions } from '../work/ports.ts'
import { isUnfilled, jobsOf, mayBePrefunded } from './domain/jobs.ts'

export interface KeepDeps {
  orderbook: Pick<Orderbook, 'listOrders'>
  store: Pick<WorkStore, 'findByOrder'>
  transactions: Pick<WorkTransactions, 'submit' | 'wake'>
  chains: Chains
  network: Network
  sponsor: Sponsor
  /** Gives the source of an order back by its maker's consent. @returns whether that is new; false without a consent. */
  refund: (order: OrderWire) => Promise<boolean>
  /** Seconds that the parties are given to do it themselves. */
  delaySecs: number
  /** Milliseconds between two rounds: what is rarely found is looked for once in several rounds. */
  intervalMs: number
  onSkipped: (orderId: string, error: unknown) => void
  now: Clock
}

/** Orders that may need the keeper: with a vault past its time, or a secret that is public and a side that is not paid. */
const attentive: readonly OrderStatus[] = ['refundable', 'destination_claimed', 'bridging', 'bridge_failed', 'conflict']
/** Money that was not announced, or came too late, is looked for so long. */
const recentMs = 24 * 3600 * 1000
/** Orders whose vaults are read at the same time. */
const readAtOnce = 50

/** The lists of a round, each with the number of rounds between two looks. */
const looks: readonly { statuses: readonly OrderStatus[]; isRecent: boolean; rounds: number }[] = [
  { statuses: attentive, isRecent: false, rounds: 1 },
  { statuses: ['expired'], isRecent: true, rounds: 1 },
  { statuses: ['source_initiated'], isRecent: true, rounds: 4 },
  { statuses: ['created'], isRecent: true, rounds: 4 },
  { statuses: ['completed', 'cancelled'], isRecent: true, rounds: 40 },
]

/**
 * Looks once through the orders that may need the keeper, and takes on the work that is left. This work goes the way
 * of every claim: stored first, checked against the chain, sent with a nonce of its own. Doing it twice is harmless.
 *
 * @returns how many jobs were taken on.
 */
export function makeKeep(deps: KeepDeps) {
  const lookedAt = new Map<(typeof looks)[number], number>()

  return async function keep(): Promise<number> {
    let taken = 0
    for (const look of looks) {
      const now = deps.now()
      const before = lookedAt.get(look)
      if (before !== undefined && now - before < (look.rounds - 1) * deps.intervalMs) continue
      taken += await lookThrough(look, now)
      lookedAt.set(look, now)
    }
    return taken
  }

  async function lookThrough({ statuses, isRecent }: (typeof looks)[number], now: number): Promise<number> {
    const query = isRecent ? { statuses, updatedAfter: new Date(now - recentMs) } : { statuses }
    let taken = 0
    let together: OrderWire[] = []
    const keepTogether = async () => {
      const counts = await Promise.all(together.map(keepOrder))
      taken += counts.reduce((sum, count) => sum + count, 0)
      together = []
    }
    for await (const order of deps.orderbook.listOrders(query)) {
      together.push(order)
      if (together.length === readAtOnce) await keepTogether()
    }
    await keepTogether()
    return taken
  }

  /** An order that makes no sense must not hide the others. */
  async function keepOrder(order: OrderWire): Promise<number> {
    let taken = 0
    try {
      const now = Math.floor(deps.now() / 1000)
      if (mayBePrefunded(order, now, deps.delaySecs) && (await initiate(order))) taken += 1
      for (const job of jobsOf(order, now, deps.delaySecs)) if (await takeOn(order, job)) taken += 1
    } catch (error) {
      deps.onSkipped(order.order_id, error)
    }
    return taken + (await refundUnfilled(deps, order))
  }

  /** Creates the source escrow from tokens that wait at its address, as its user could have asked for. */
  async function initiate(order: OrderWire): Promise<boolean> {
    const { source, destination } = escrowsOf(order, deps.network)
    const { token, amount } = source.terms
    const chain = deps.chains.get(source.chain)
    // The native token is paid with the creation itself.
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
    if (stray !== undefined && stray < leastOf(order, job)) return false
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

  /** Less than the least amount of an order is not worth the gas of moving it: its owner can. */
  function leastOf(order: OrderWire, { side }: KeeperJob): bigint {
    const { asset: name } = side === 'source' ? order.source_intent : order.destination_intent
    const asset = deps.network.assets.find(({ asset }) => asset === name)
    return BigInt(asset?.min_amount ?? 1)
  }
}

/** A refund that fails holds up no other job of its order. @returns how many refunds were taken on. */
async function refundUnfilled(
  deps: Pick<KeepDeps, 'refund' | 'onSkipped' | 'delaySecs' | 'now'>,
  order: OrderWire,
): Promise<number> {
  try {
    const isDue = isUnfilled(order, Math.floor(deps.now() / 1000), deps.delaySecs)
    return isDue && (await deps.refund(order)) ? 1 : 0
  } catch (error) {
    deps.onSkipped(order.order_id, error)
    return 0
  }
}

/** Base units at a vault's address that no open escrow holds, for the jobs that give them back. */
async function strayAmount(
  chain: Pick<VaultReader, 'balanceOf' | 'readVault'>,
  escrow: Escrow,
  { type }: KeeperJob,
): Promise<bigint | undefined> {
  if (type === 'recover_prefund') return chain.balanceOf(escrow.terms.token, escrow.vault)
  if (type !== 'sweep') return undefined
  const { latest } = await chain.readVault(escrow)
  return latest.state === 'claimed' || latest.state === 'cancelled' ? latest.balance : 0n
}

/** The secret that the chain has shown. A value that does not open the vault is none. */
function publicSecret(order: OrderWire, commitmentHash: Hex): Hex | undefined {
  const { source_intent: source, destination_intent: destination } = order
  const secret = (destination.commitment ?? source.commitment) as Hex | null
  return secret !== null && hashSecret(secret) === commitmentHash ? secret : undefined
}
