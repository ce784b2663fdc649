import type { PanelObserver } from '@tandem/chain'
import type { LoopObserver } from './look.ts'

/** The watcher's reports about itself. */
export interface WatcherObserver {
  leads(chain: string, isLeading: boolean): void
  failed(chain: string, error: unknown): void
  /** The chain was read up to where its endpoints are. */
  looked(chain: string): void
  /** Whether a subscription announces the chain's heads. */
  subscribed(chain: string, isUp: boolean): void
  ofChain(chain: string): LoopObserver
  ofEndpoints(chain: string): PanelObserver
}
