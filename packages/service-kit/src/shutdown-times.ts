/** The delay, in which new requests are still served, is a part of the grace. */
export interface ShutdownConfig {
  readonly shutdownGraceMs: number
  readonly shutdownDelayMs: number
}

/** The share of the grace in which requests may finish. The rest is for workers and connections. */
const drainShare = 0.6

export const shutdownTimes = ({ shutdownGraceMs, shutdownDelayMs }: ShutdownConfig) => ({
  delayMs: shutdownDelayMs,
  drainMs: Math.floor((shutdownGraceMs - shutdownDelayMs) * drainShare),
})

/** Refuses a delay over half of the grace, which would leave running requests too little time. */
export function shutdownProblems({ shutdownGraceMs, shutdownDelayMs }: ShutdownConfig): string[] {
  if (shutdownDelayMs === 0 || shutdownDelayMs * 2 <= shutdownGraceMs) return []
  return [`SHUTDOWN_DELAY_MS: is more than half of SHUTDOWN_GRACE_MS (${shutdownGraceMs})`]
}
