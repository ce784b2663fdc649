/** Of any answer that is read. */
const largestBytes = 10 * 1024 * 1024

/**
 * `fetch` with limits of time and bytes. It follows no redirects.
 *
 * @param within milliseconds until the last byte, and the most bytes of the body.
 */
export async function boundedFetch(
  url: URL | string,
  init: RequestInit,
  within: { timeoutMs: number; maxBytes?: number },
): Promise<{ status: number; headers: Headers; text: string }> {
  const { timeoutMs, maxBytes = largestBytes } = within
  const signal = AbortSignal.timeout(timeoutMs)
  const { status, headers, body } = await fetch(url, { ...init, redirect: 'manual', signal })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`)
    parts.push(part)
  }
  return { status, headers, text: Buffer.concat(parts).toString() }
}
