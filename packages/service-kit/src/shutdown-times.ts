/** Milliseconds. The delay is a part of the grace. */
export interface ShutdownConfig {
  readonly shutdownGraceMs: number
  readonly shutdownDelayMs: number
}

/** The rest of the time is for workers and connections. */
const drainShare = 0.6

export const shutdownTimes = ({ shutdownGraceMs, shutdownDelayMs }: ShutdownConfig) => ({
  delayMs: shutdownDelayMs,
  drainMs: Math.floor((shutdownGraceMs - shutdownDelayMs) * drainShare),
})

/** A delay over half of the grace would cut requests off. */
export function shutdownProblems({ shutdownGraceMs, shutdownDelayMs }: ShutdownConfig): string[] {
  if (shutdownDelayMs === 0 || shutdownDelayMs * 2 <= shutdownGraceMs) return []
  return [`SHUTDOWN_DELAY_MS: is more than half of SHUTDOWN_GRACE_MS (${shutdownGraceMs})`]
}
