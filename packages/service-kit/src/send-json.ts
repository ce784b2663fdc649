import type { Response } from 'express'

/**
 * `res.json` for answers that are made anew each time: the text leaves in one write, and is not hashed for an ETag,
 * which express does even for a POST.
 */
export function sendJson(this: Response, body: unknown): Response {
  const text = JSON.stringify(body)
  if (!this.hasHeader('Content-Type')) this.setHeader('Content-Type', 'application/json; charset=utf-8')
  this.setHeader('Content-Length', Buffer.byteLength(text))
  return this.end(text)
}
