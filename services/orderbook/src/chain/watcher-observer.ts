import type { LoopObserver } from './look.ts'
import type { PoolObserver } from './provider-pool.ts'
import type { AuditResult } from './receipt-audit.ts'

/** The watcher's reports about itself. */
export interface WatcherObserver {
  leads(chain: string, isLeading: boolean): void
  failed(chain: string, error: unknown): void
  /** The chain was read up to where its endpoints are. */
  looked(chain: string): void
  /** Whether a subscription announces the chain's heads. */
  subscribed(chain: string, isUp: boolean): void
  ofChain(chain: string): LoopObserver
  ofProviders(chain: string): PoolObserver & {
    asked(provider: string, method: string, seconds: number): void
    audited(provider: string, result: AuditResult): void
  }
}
