import type { TandemClient } from '../client/create-client.ts'
import type { Claim, CreateClaim } from '../client/types.ts'
import { sleep, throwIfAborted } from '../sleep.ts'
import { askedPauseMs, maxPauseMs, TandemError } from '../tandem-error.ts'

/**
 * Hands the secret to the relayer, and tries again after retryable errors. The chains are read before each try. Once
 * the secret was sent, it gives up after half of the time until `cancelAfter`, so that the recipient's wallet can still
 * claim.
 *
 * @param options.requireSafe throws as long as the secret must not be revealed.
 * @param options.onLeaving saves that the secret is out, before it is sent.
 * @throws the last error, when it is not retryable or when the time is up.
 */
export async function reveal(
  body: CreateClaim,
  options: {
    client: TandemClient
    requireSafe: (isSecretOut: boolean) => Promise<unknown>
    isSecretOut: boolean
    cancelAfter: number
    onLeaving: () => Promise<void>
    pollMs: number
    timeoutMs: number
    signal?: AbortSignal | undefined
  },
): Promise<Claim> {
  const { client, requireSafe, onLeaving, cancelAfter, pollMs, timeoutMs, signal } = options
  const halfway = () => (Date.now() + cancelAfter * 1000) / 2
  let isOut = options.isSecretOut
  let until = Math.min(Date.now() + timeoutMs, isOut ? halfway() : Number.POSITIVE_INFINITY)
  for (;;) {
    let pauseMs = pollMs
    try {
      await requireSafe(isOut)
      throwIfAborted(signal)
      await onLeaving()
      if (!isOut) until = Math.min(until, halfway())
      isOut = true
      return await client.createClaim(body)
    } catch (error) {
      const isWaiting = error instanceof TandemError && error.retryable
      if (isWaiting) pauseMs = Math.max(pollMs, askedPauseMs(error, maxPauseMs))
      if (!isWaiting || Date.now() + pauseMs > until) throw error
    }
    await sleep(pauseMs, signal)
  }
}
