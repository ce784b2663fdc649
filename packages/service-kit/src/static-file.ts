import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { RequestHandler } from 'express'

export type StaticFile = {
  /** A content type, as `res.type` takes it. */
  type: string
  maxAgeSecs: number
  /** Called once, for the first request. */
  read: () => string | Buffer
}

/** Remembers the first answer for good. */
export function once<T>(ask: () => T): () => T {
  let answer: { value: T } | undefined
  return () => {
    answer ??= { value: ask() }
    return answer.value
  }
}

/**
 * Serves a file that never changes while the process runs. It is encoded and compressed once, and every answer sends
 * the same bytes, so that clients that leave their answers unread take no memory of their own.
 */
export function staticFile({ type, maxAgeSecs, read }: StaticFile): RequestHandler {
  const encoded = once(() => {
    const plain = Buffer.from(read())
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    return { plain, gzip: gzipSync(plain), etag }
  })
  return (req, res) => {
    const { plain, gzip, etag } = encoded()
    res.type(type).set({ ETag: etag, 'Cache-Control': `public, max-age=${maxAgeSecs}`, Vary: 'Accept-Encoding' })
    if (req.acceptsEncodings('gzip') === false) res.send(plain)
    else res.set('Content-Encoding', 'gzip').send(gzip)
  }
}
