import type { OpenStream } from '../client/stream-events.ts'
import { sleep, wakeableSleep } from '../sleep.ts'

/**
 * Watches an order's event stream, so that a wait ends early at each event, and at the end of the stream, which is opened
 * again. It holds a connection until it is closed.
 * @param retryMs milliseconds until the next opening.
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
     * Waits for the time, or until an event. A quarter of the time always passes, so that no orderbook can force
     * constant reads.
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
