import { Gauge, type Registry } from 'prom-client'
import { isStuck } from '../orders/domain/hop-status.ts'
import type { Clock } from '../ports.ts'

/** A hop that has not arrived. `since` is the time of its dispatch. */
type Undelivered = { readonly state: 'dispatched' | 'failed'; readonly since: Date }

export type HopsObserved = {
  readonly readUndelivered: (finalChain: string) => Promise<Undelivered[]>
  readonly finalChains: readonly string[]
  readonly stuckAfterSecs: number
  readonly now: Clock
  readonly onError: (error: unknown) => void
}

/** Metrics of hops, read at a scrape. Every replica reports the same figures. */
export function observeHops(registry: Registry, observed: HopsObserved): void {
  const { readUndelivered, finalChains, stuckAfterSecs, now, onError } = observed
  const secondsSince = ({ since }: Undelivered) => (now() - since.getTime()) / 1000
  const oldest = new Gauge({
    name: 'tandem_hop_oldest_undelivered_seconds',
    help: 'Seconds since the oldest hop that has not arrived was dispatched.',
    labelNames: ['chain'],
    registers: [registry],
  })
  new Gauge({
    name: 'tandem_hops_undelivered',
    help: 'Hops that were dispatched and have not arrived.',
    labelNames: ['chain', 'status'],
    registers: [registry],
    async collect() {
      for (const chain of finalChains) {
        const hops = await readUndelivered(chain).catch((error: unknown) => onError(error))
        if (hops === undefined) continue
        const statuses = hops.map((hop) => {
          if (hop.state === 'failed') return 'failed'
          return isStuck(hop.since, now(), stuckAfterSecs) ? 'stuck' : 'dispatched'
        })
        for (const status of ['dispatched', 'stuck', 'failed'] as const)
          this.set({ chain, status }, statuses.filter((one) => one === status).length)
        oldest.set({ chain }, hops[0] === undefined ? 0 : secondsSince(hops[0]))
      }
    },
  })
}
