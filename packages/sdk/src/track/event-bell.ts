import type { OpenStream } from '../client/stream-events.ts'
import { sleep, wakeableSleep } from '../sleep.ts'

/**
 * Rings at each event and end of a stream, which is opened again. It holds a connection.
 * @param retryMs until the next opening.
 */
export function openEventBell(openStream: OpenStream, orderId: string, retryMs: number) {
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
    /**
     * A quarter of the time always passes: no orderbook can force constant reads.
     * @throws `ABORTED`.
     */
    async wait(milliseconds: number, signal: AbortSignal | undefined) {
      const least = Math.min(milliseconds, retryMs / 4)
      await sleep(least, signal)
      if (!hasRung) await wakeableSleep(milliseconds - least, { signal, onWake: (resume) => (wake = resume) })
      hasRung = false
    },
    close: () => closing.abort(),
  }
}
