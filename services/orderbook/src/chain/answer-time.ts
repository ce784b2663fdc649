import { ProviderError } from './provider-error.ts'

/** How long the answers of one endpoint may take in one step, in milliseconds, however many requests they need. */
const longestAnswerMs = 60_000

/** The time that an endpoint has for its answers in one step. */
export interface AnswerTime {
  /** Whether it took all of it. */
  isUp(): boolean
  /**
   * Reads what may need many requests, and gives up when the time is over: an endpoint that answers each request slowly
   * and allows only narrow ranges would hold up its chain for hours. Reads that run together share the time.
   *
   * @param read stops before its next request once the signal is aborted.
   * @throws ProviderError, which rests the endpoint for as long again.
   */
  spend<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/** @param now milliseconds of a clock that never goes back. */
export function makeAnswerTime(name: string, limitMs = longestAnswerMs, now = () => performance.now()): AnswerTime {
  const late = () => new ProviderError('timeout', `${name} takes longer than ${limitMs / 1_000} s to tell`, limitMs)
  let open = 0
  let openSince = 0
  let spentMs = 0
  /** A timer may fire a millisecond before its time by the clock. */
  let isGivenUp = false
  const leftMs = () => limitMs - spentMs - (open > 0 ? now() - openSince : 0)

  return {
    isUp: () => isGivenUp || leftMs() <= 0,
    async spend(read) {
      if (open === 0) openSince = now()
      const giveUp = new AbortController()
      const tooLate = new Promise<never>((_resolve, reject) => {
        giveUp.signal.addEventListener('abort', () => reject(giveUp.signal.reason))
      })
      const timer = setTimeout(() => {
        isGivenUp = true
        giveUp.abort(late())
      }, leftMs())
      open += 1
      try {
        return await Promise.race([read(giveUp.signal), tooLate])
      } finally {
        clearTimeout(timer)
        open -= 1
        if (open === 0) spentMs += now() - openSince
      }
    },
  }
}
