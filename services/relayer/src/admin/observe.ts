import { type Logger, noteInSpan } from '@tandem/service-kit'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { NonceKey, TransactionObserver } from '../transactions/ports.ts'
import type { WorkRequest } from '../work/domain/work.ts'
import { targetOf } from '../work/domain/work.ts'
import type { Observation } from './observe-chains.ts'

export type Observe = ReturnType<typeof makeObserve>

/** Writes the logs and the metrics. Nothing that is passed to it may hold a secret, calldata or signed bytes. */
export function makeObserve(logger: Logger, registry: Registry, chains: readonly string[]) {
  const counters = makeCounters(registry)
  const gauges = makeGauges(registry)
  const { moves, foreign, hedges, waiting } = counters
  // A counter that begins with its first event shows alerts no increase, so these counters begin at zero.
  moves.inc({ kind: 'claim', state: 'lost', error_code: 'LOST' }, 0)
  for (const chain of chains) for (const counter of [foreign, hedges, waiting]) counter.inc({ chain }, 0)
  for (const chain of chains) gauges.minedAfter.zero({ chain })
  return { ...observeTransactions(logger, counters, gauges), ...observeOperations(logger, gauges) }
}

function makeCounters(registry: Registry) {
  const registers = [registry]
  const moves = new Counter({
    name: 'tandem_relayer_settlements_total',
    help: 'How often requests (claims, initiations and jobs of the keeper) reached a state.',
    labelNames: ['kind', 'state', 'error_code'],
    registers,
  })
  const sends = new Counter({
    name: 'tandem_relayer_broadcasts_total',
    help: 'Transactions that were sent, by what the endpoints answered.',
    labelNames: ['chain', 'error_class'],
    registers,
  })
  const foreign = new Counter({
    name: 'tandem_relayer_foreign_nonces_total',
    help: 'Nonces of our signers that were used by a transaction of somebody else.',
    labelNames: ['chain'],
    registers,
  })
  const hedges = new Counter({
    name: 'tandem_relayer_hedges_total',
    help: 'Claims with a public secret that a second signer sent as well.',
    labelNames: ['chain'],
    registers,
  })
  const waiting = new Counter({
    name: 'tandem_relayer_claims_waiting_for_user_total',
    help: 'Claims with a public secret that the relayer sends no more, because their payout reverted too often: the user has to claim.',
    labelNames: ['chain'],
    registers,
  })
  return { moves, sends, foreign, hedges, waiting }
}

function makeGauges(registry: Registry) {
  const registers = [registry]
  const open = new Gauge({
    name: 'tandem_relayer_settlements',
    help: 'Requests (claims, initiations and jobs of the keeper) that have not ended, by state.',
    labelNames: ['state'],
    registers,
  })
  const unsent = new Gauge({
    name: 'tandem_relayer_oldest_unsent_claim_seconds',
    help: 'For how many seconds the oldest claim has waited for its first transaction.',
    registers,
  })
  const deadline = new Gauge({
    name: 'tandem_relayer_revealed_claim_deadline_seconds',
    help: 'Until when the most urgent claim with a public secret can be mined, in unix seconds.',
    labelNames: ['chain'],
    registers,
  })
  const headAge = new Gauge({
    name: 'tandem_relayer_chain_head_age_seconds',
    help: 'Seconds since the newest block that any endpoint shows.',
    labelNames: ['chain'],
    registers,
  })
  const endpointsUp = new Gauge({
    name: 'tandem_relayer_chain_endpoints_up',
    help: 'How many endpoints of the chain answer.',
    labelNames: ['chain'],
    registers,
  })
  const openNonces = new Gauge({
    name: 'tandem_relayer_signer_open_slots',
    help: 'Nonces that were given to requests, and at which no transaction is known to be mined.',
    labelNames: ['chain', 'signer'],
    registers,
  })
  const nonceLag = new Gauge({
    name: 'tandem_relayer_signer_nonce_lag',
    help: 'How far the next nonce that will be given out is ahead of the nonces that are mined.',
    labelNames: ['chain', 'signer'],
    registers,
  })
  const minedAfter = new Histogram({
    name: 'tandem_relayer_claim_mined_seconds',
    help: 'Seconds from accepting a claim to its first receipt.',
    labelNames: ['chain'],
    buckets: [2, 5, 10, 20, 30, 60, 120, 300, 600, 1800],
    registers,
  })
  const queueUp = new Gauge({
    name: 'tandem_relayer_queue_up',
    help: '1 while the wake-up queue answers.',
    registers,
  })
  return { open, unsent, deadline, headAge, endpointsUp, openNonces, nonceLag, minedAfter, queueUp }
}

function observeTransactions(
  logger: Logger,
  { moves, sends, foreign, hedges, waiting }: ReturnType<typeof makeCounters>,
  { minedAfter }: Pick<ReturnType<typeof makeGauges>, 'minedAfter'>,
): TransactionObserver {
  return {
    moved({ id, orderId, work, state, errorCode, txHash, createdAt }: WorkRequest, reason) {
      if (work.kind === 'claim' && state === 'mined')
        minedAfter.observe({ chain: targetOf(work).chain }, (Date.now() - createdAt.getTime()) / 1_000)
      moves.inc({ kind: work.kind, state, error_code: errorCode ?? '' })
      noteInSpan(`${work.kind}.${state}`, { reason, tx_hash: txHash ?? undefined, error_code: errorCode ?? undefined })
      logger.info(`${work.kind}.${state}`, {
        settlement_id: id,
        order_id: orderId,
        reason,
        tx_hash: txHash,
        error_code: errorCode,
      })
    },
    lost: ({ id, orderId }: WorkRequest) => logger.error('claim.lost', { settlement_id: id, order_id: orderId }),
    foreignNonce({ chain, signer, nonce }) {
      foreign.inc({ chain })
      logger.error('signer.foreign_nonce', { chain, signer, nonce })
    },
    hedged({ id, orderId }: WorkRequest, { chain, signer, nonce }) {
      hedges.inc({ chain })
      logger.warn('claim.hedged', { settlement_id: id, order_id: orderId, chain, signer, nonce })
    },
    waitsForUser({ id, orderId, work }: WorkRequest) {
      waiting.inc({ chain: targetOf(work).chain })
      logger.error('claim.waits_for_user', { settlement_id: id, order_id: orderId, chain: targetOf(work).chain })
    },
    sent({ id, orderId, work }: WorkRequest, { hash, number }, errorClass) {
      const { chain } = targetOf(work)
      sends.inc({ chain, error_class: errorClass ?? '' })
      const fields = {
        settlement_id: id,
        order_id: orderId,
        chain,
        tx_hash: hash,
        attempt: number,
        error_class: errorClass,
      }
      if (errorClass === null || errorClass === 'already_known') logger.info('transaction.sent', fields)
      else logger.warn('transaction.refused', fields)
    },
  }
}

type Retained = Readonly<Record<'secrets' | 'raws' | 'archived' | 'deleted' | 'nonces', number>>

function observeOperations(logger: Logger, gauges: ReturnType<typeof makeGauges>) {
  const { open, unsent, deadline, headAge, endpointsUp, openNonces, nonceLag, queueUp } = gauges
  return {
    counted: (counts: Readonly<Record<string, number>>) => {
      open.reset()
      for (const [state, count] of Object.entries(counts)) open.set({ state }, count)
    },
    chainsSeen: ({ chains, signers }: Observation) => {
      for (const { chain, headAgeSecs, endpointsUp: up } of chains) {
        endpointsUp.set({ chain }, up)
        if (headAgeSecs !== null) headAge.set({ chain }, headAgeSecs)
      }
      for (const { chain, signer, openNonces: open, nonceLag: lag } of signers) {
        openNonces.set({ chain, signer }, open)
        nonceLag.set({ chain, signer }, Number(lag))
      }
    },
    unknownNonce: ({ chain, signer, nonce }: NonceKey) =>
      logger.error('signer.unknown_transaction', { chain, signer, nonce }),
    unsentFor: (milliseconds: number) => unsent.set(milliseconds / 1_000),
    deadlines: (ofChains: ReadonlyMap<string, number>) => {
      deadline.reset()
      for (const [chain, seconds] of ofChains) deadline.set({ chain }, seconds)
    },
    retained({ secrets, raws, archived, deleted, nonces }: Retained) {
      if (secrets + raws > 0) logger.warn('secrets.purged_late', { secrets, raws })
      if (archived + deleted + nonces > 0) logger.info('settlements.archived', { archived, deleted, nonces })
    },
    retentionFailed: (error: unknown) => logger.warn('retention.failed', { error: safeMessage(error) }),
    stepFailed: (id: string, error: unknown) =>
      logger.warn('step.failed', { settlement_id: id, error: safeMessage(error) }),
    sweepFailed: (error: unknown) => logger.warn('sweep.failed', { error: safeMessage(error) }),
    waitingFailed: (error: unknown) => logger.warn('waiting.failed', { error: safeMessage(error) }),
    eventsFailed: (error: unknown) => logger.warn('events.failed', { error: safeMessage(error) }),
    noncesFailed: (chain: string, error: unknown) => logger.warn('nonces.failed', { chain, error: safeMessage(error) }),
    jobsTaken: (count: number) => {
      if (count > 0) logger.info('keeper.taken', { count })
    },
    keeperSkipped: (orderId: string, error: unknown) =>
      logger.warn('keeper.skipped', { order_id: orderId, error: safeMessage(error) }),
    keeperFailed: (error: unknown) => logger.warn('keeper.failed', { error: safeMessage(error) }),
    unverifiedEndpoints(chain: string, endpoints: readonly string[]) {
      if (endpoints.length > 0) logger.warn('endpoints.unverified', { chain, endpoints })
    },
    observationFailed: (error: unknown) => logger.warn('observation.failed', { error: safeMessage(error) }),
    queueSeen: (isUp: boolean) => queueUp.set(isUp ? 1 : 0),
    queueFailed: (error: unknown) => logger.warn('queue.failed', { error: safeMessage(error) }),
  }
}

/** Leaves out an error's other fields, because they may hold a request. */
const safeMessage = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown')
