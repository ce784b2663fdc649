/** What the simulated network carries. */
import type { IncomingHttpHeaders } from 'node:http'

/** A request of HTTP on the simulated network. */
export interface NetRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body: string
}

export interface NetAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer | string
  /** What comes after the body of an answer that goes on, until its end. */
  more?: Stream
}

export const jsonAnswer = (body: string, status = 200): NetAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
})

/** The parts of an answer that goes on, as the server writes them; `undefined` is its end. */
export interface Stream {
  onPart: (hear: (part: Buffer | undefined) => void) => void
  /** Called when the client is gone. */
  close: () => void
}
