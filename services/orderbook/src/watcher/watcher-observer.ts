import type { QuorumObserver } from '@tandem/chain'
import type { LoopObserver } from './poll.ts'

export interface WatcherObserver {
  leads(chain: string, isLeading: boolean): void
  failed(chain: string, error: unknown): void
  polled(chain: string): void
  subscribed(chain: string, isUp: boolean): void
  ofChain(chain: string): LoopObserver
  ofEndpoints(chain: string): QuorumObserver
}
