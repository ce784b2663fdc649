import type { OpenStream } from '../client/stream-events.ts'
import { sleep, wakeableSleep } from '../sleep.ts'

/**
 * Watches an order's event stream, so that a wait can end early at an event. When the stream ends, the current wait
 * ends too, and the stream is opened again. Call `close` at the end, because a connection stays open until then.
 *
 * @param retryMs milliseconds between the end of a stream and its next opening.
 */
export function watchEvents(openStream: OpenStream, orderId: string, retryMs: number) {
  const closing = new AbortController()
  let isOpen = false
  let hasEvent = false
  let wake: () => void = () => {}
  const resumeWait = () => {
    hasEvent = true
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
          resumeWait()
        }
      } catch {
        if (!isOpen) afterSeq = undefined
      }
      if (isOpen) resumeWait()
      isOpen = false
      await sleep(retryMs, closing.signal).catch(() => undefined)
    }
  }
  void listen()
  return {
    isOpen: () => isOpen,
    /**
     * Waits for the given milliseconds, or until an event comes. A quarter of `retryMs` always passes, so that an
     * orderbook cannot make the application read all the time by sending events.
     *
     * @throws `ABORTED`.
     */
    async wait(milliseconds: number, signal: AbortSignal | undefined) {
      const least = Math.min(milliseconds, retryMs / 4)
      await sleep(least, signal)
      if (!hasEvent) await wakeableSleep(milliseconds - least, { signal, onWake: (resume) => (wake = resume) })
      hasEvent = false
    },
    close: () => closing.abort(),
  }
}
