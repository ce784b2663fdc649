import type { TandemClient } from './client/create-client.ts'
import type { Claim, CreateClaim } from './client/types.ts'
import { sleep } from './sleep.ts'
import { TandemError } from './tandem-error.ts'

/**
 * Hands the secret to the relayer, each time only after the chains were looked at. A condition that may pass by itself
 * (the escrow is not deep enough, an endpoint is down, the relayer is busy) is waited for.
 *
 * @param options.judge looks at the chains; it throws as long as the secret must stay.
 * @throws the last error once it is final, or the time is over.
 */
export async function reveal(
  body: CreateClaim,
  options: {
    client: TandemClient
    judge: () => Promise<void>
    /** Called before the secret leaves. */
    onLeaving: () => Promise<void>
    pollMs: number
    timeoutMs: number
    signal?: AbortSignal | undefined
  },
): Promise<Claim> {
  const { client, judge, onLeaving, pollMs, timeoutMs, signal } = options
  const until = Date.now() + timeoutMs
  for (;;) {
    let pauseMs = pollMs
    try {
      await judge()
      await onLeaving()
      return await client.createClaim(body)
    } catch (error) {
      const isWaiting = error instanceof TandemError && error.retryable
      pauseMs = Math.max(pollMs, (isWaiting && error.retryAfterMs) || 0)
      if (!isWaiting || Date.now() + pauseMs > until) throw error
    }
    await sleep(pauseMs, signal)
  }
}
