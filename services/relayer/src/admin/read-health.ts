import type { RelayerHealthWire } from '@tandem/contracts'
import type { Observation } from './observe-chains.ts'

/** When a step is overdue by more than this, no worker is taking steps. */
const overdueLimitMs = 60_000

export interface HealthDeps {
  version: string
  roles: readonly string[]
  /** Reads the stored requests; rejects when the database is down. */
  work: () => Promise<{ requests: Record<string, number>; oldestUnsentMs: number; overdueMs: number }>
  isQueueUp: () => boolean
  /** The last observation; undefined before the first one. */
  observation: () => Observation | undefined
  lastSweepAgeMs: () => number | null
}

/**
 * Makes the health report. Its response is always 200, because it is also the liveness probe and a restart mends no database.
 * `down`: the database does not answer, or no worker takes steps. `degraded`: the queue or an endpoint is down, and claims are
 * still accepted.
 */
export const makeReadHealth = (o: HealthDeps) => async (): Promise<RelayerHealthWire> => {
  const work = await o.work().catch(() => undefined)
  const seen = o.observation()
  const isDown = work === undefined || work.overdueMs > overdueLimitMs
  const isWhole = o.isQueueUp() && (seen?.chains ?? []).every((chain) => chain.endpointsUp === chain.endpoints)
  return {
    status: isDown ? 'down' : isWhole ? 'ok' : 'degraded',
    version: o.version,
    roles: [...o.roles],
    database: work !== undefined,
    queue: o.isQueueUp(),
    settlements: work?.requests ?? null,
    oldest_unsent_claim_age_ms: work?.oldestUnsentMs ?? null,
    longest_overdue_step_ms: work?.overdueMs ?? null,
    last_sweep_age_ms: o.lastSweepAgeMs(),
    chains: (seen?.chains ?? []).map(({ chain, headNumber, headAgeSecs, endpoints, endpointsUp }) => ({
      chain,
      head_number: headNumber === null ? null : Number(headNumber),
      head_age_secs: headAgeSecs,
      endpoints,
      endpoints_up: endpointsUp,
    })),
    signers: (seen?.signers ?? []).map(({ chain, signer, claimsLeft, openNonces, nonceLag }) => ({
      chain,
      signer,
      claims_left: Number(claimsLeft),
      open_slots: openNonces,
      nonce_lag: Number(nonceLag),
    })),
  }
}
