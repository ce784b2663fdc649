import type { ServerResponse } from 'node:http'

export interface UnreadLimits {
  /** Bytes of all answers that the kernel has not taken yet. */
  bytes: number
  answers: number
}

/** The bytes are a sixteenth of the memory that a container may use (512 MiB). */
export const unreadLimits: UnreadLimits = { bytes: 32 * 1024 * 1024, answers: 1_000 }

const everyMs = 250

/**
 * Cuts the connections of clients that do not read, while there are too many of them or their answers take too much
 * memory: an answer stays in memory until the client takes it. The largest answers go first, so that a slow client with
 * a small one keeps its own.
 *
 * @param answers the answers that are being sent.
 * @returns a function that stops the checks.
 */
export function limitUnreadAnswers(answers: ReadonlySet<ServerResponse>, limits: UnreadLimits): () => void {
  const sweep = () => {
    const unread = [...answers].flatMap((res) => (res.writableLength > 0 ? [{ res, bytes: res.writableLength }] : []))
    let bytes = unread.reduce((sum, one) => sum + one.bytes, 0)
    let count = unread.length
    const isWithin = () => bytes <= limits.bytes && count <= limits.answers
    if (isWithin()) return
    for (const largest of unread.sort((one, other) => other.bytes - one.bytes)) {
      // The request's socket is destroyed, because a response may have none: of several requests on
      // one connection, only the first response has a socket.
      largest.res.req.socket.destroy()
      bytes -= largest.bytes
      count -= 1
      if (isWithin()) return
    }
  }
  const timer = setInterval(sweep, everyMs)
  return () => clearInterval(timer)
}
