import type { ResolvedRoute } from './domain/network.ts'

export interface HopRoutes {
  /** True on a direct route. */
  isOpen(route: ResolvedRoute): Promise<boolean>
}

export type ChainReading = {
  readonly headTime: number
  /** Unix milliseconds; undefined before the first reading. */
  readonly readAtMs: number | undefined
}

export interface ChainReadings {
  reading(chain: string): Promise<ChainReading | undefined>
}
