/** How a process stops, in milliseconds: `SHUTDOWN_GRACE_MS` for all of it, `SHUTDOWN_DELAY_MS` of that still serving. */
export interface ShutdownConfig {
  readonly shutdownGraceMs: number
  readonly shutdownDelayMs: number
}

/** The part of the time after the delay in which running requests end; the rest is for workers and connections. */
const drainShare = 0.6

/** The delay and the time to drain that `startHttpServer` takes. */
export const shutdownTimes = ({ shutdownGraceMs, shutdownDelayMs }: ShutdownConfig) => ({
  delayMs: shutdownDelayMs,
  drainMs: Math.floor((shutdownGraceMs - shutdownDelayMs) * drainShare),
})

/** A delay that leaves less than half of the grace would cut requests and workers off. Empty when it fits. */
export function shutdownProblems({ shutdownGraceMs, shutdownDelayMs }: ShutdownConfig): string[] {
  if (shutdownDelayMs === 0 || shutdownDelayMs * 2 <= shutdownGraceMs) return []
  return [`SHUTDOWN_DELAY_MS: is more than half of SHUTDOWN_GRACE_MS (${shutdownGraceMs})`]
}
