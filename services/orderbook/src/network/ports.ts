import type { ResolvedRoute } from './domain/network.ts'

export interface HopRoutes {
  /** Whether the bridge is open. Always true for a direct route. */
  isOpen(route: ResolvedRoute): Promise<boolean>
}

export type ChainReading = {
  readonly headTime: number
  /**
   * When the chain was last read, in unix milliseconds. Undefined when the watcher has never read
   * this chain.
   */
  readonly readAtMs: number | undefined
}

export interface ChainReadings {
  reading(chain: string): Promise<ChainReading | undefined>
}
