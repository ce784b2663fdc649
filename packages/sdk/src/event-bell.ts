import type { OpenStream } from './client/stream-events.ts'
import { sleep, wakeableSleep } from './sleep.ts'

/** Tells that an order should be read again. Close it when nothing waits any more: it holds a connection. */
export interface EventBell {
  /** Whether a stream is open now, so that reads beside it can be rare. */
  isOpen(): boolean
  /**
   * Resolves at the next event, at the end of a stream, or after a time. An event or an end since the last wait counts. A quarter
   * of the pace without a stream passes in any case: no orderbook has the chains looked at without a pause.
   *
   * @throws TandemError `ABORTED`.
   */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>
  close(): void
}

/**
 * Rings at each event of an order's stream and when the stream ends, and opens it again then. Where there is no stream, or a proxy
 * holds it back, it never rings, and the caller's own reads go on.
 *
 * @param options.retryMs milliseconds until a stream that ended, or did not open, is opened again.
 */
export function openEventBell(options: { openStream: OpenStream; orderId: string; retryMs: number }): EventBell {
  const { openStream, orderId, retryMs } = options
  const closing = new AbortController()
  let isOpen = false
  let hasRung = false
  let wake: () => void = () => {}
  const ring = () => {
    hasRung = true
    wake()
  }
  const listen = async () => {
    let afterSeq: number | undefined
    while (!closing.signal.aborted) {
      try {
        const from = afterSeq === undefined ? {} : { afterSeq }
        const events = await openStream(orderId, { ...from, signal: closing.signal })
        isOpen = true
        for await (const event of events) {
          afterSeq = event.seq
          ring()
        }
      } catch {
        // No stream now: the reads go on, and the stream is tried again, from its start where it may not be resumed from there.
        if (!isOpen) afterSeq = undefined
      }
      if (isOpen) ring()
      isOpen = false
      await sleep(retryMs, closing.signal).catch(() => undefined)
    }
  }
  void listen()
  return {
    isOpen: () => isOpen,
    async wait(milliseconds, signal) {
      const least = Math.min(milliseconds, retryMs / 4)
      await sleep(least, signal)
      if (!hasRung) await wakeableSleep(milliseconds - least, { signal, onWake: (resume) => (wake = resume) })
      hasRung = false
    },
    close: () => closing.abort(),
  }
}
