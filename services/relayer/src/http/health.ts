import type { RelayerHealthWire } from '@tandem/contracts'
import type { RequestHandler } from 'express'
import type { Observation } from '../operations/observe-chains.ts'

/** Work that waits for so long says that no worker takes steps. */
const overdueLimitMs = 60_000

export interface HealthDeps {
  version: string
  roles: readonly string[]
  /** The state of the work, by the database. It rejects when the database is down. */
  work: () => Promise<{ requests: Record<string, number>; oldestUnsentMs: number; overdueMs: number }>
  isQueueUp: () => boolean
  /** The latest look at the chains; nothing before the first. */
  observation: () => Observation | undefined
  lastSweepAgeMs: () => number | null
}

/**
 * `GET /health`: always 200, because it is the liveness probe, and restarting this process mends no database. `status`
 * says `down` when the database is, or when work waits that no worker takes; `degraded` when the queue or an endpoint is
 * down, and claims are still accepted.
 */
export const healthHandler =
  (o: HealthDeps): RequestHandler =>
  async (_req, res) => {
    const work = await o.work().catch(() => undefined)
    const seen = o.observation()
    const isDown = work === undefined || work.overdueMs > overdueLimitMs
    const isWhole = o.isQueueUp() && (seen?.chains ?? []).every((chain) => chain.endpointsUp === chain.endpoints)
    const health: RelayerHealthWire = {
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
    res.set('Cache-Control', 'no-store').json(health)
  }
