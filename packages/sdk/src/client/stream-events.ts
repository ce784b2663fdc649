import { TandemError } from '../tandem-error.ts'
import { pathSegment, type Target } from './http.ts'
import type { OrderEvent } from './types.ts'

export type OpenStream = (
  orderId: string,
  options: { afterSeq?: number; signal: AbortSignal },
) => Promise<AsyncGenerator<OrderEvent, void>>

/**
 * Opens the event stream of an order.
 *
 * @throws a retryable `NETWORK` when the orderbook gives no stream.
 */
export async function openStream(
  { baseUrl, headers, fetch }: Target,
  ...[orderId, { afterSeq, signal }]: Parameters<OpenStream>
): ReturnType<OpenStream> {
  const url = `${baseUrl.replace(/\/$/, '')}/orders/${pathSegment('order_id', orderId)}/events`
  const resume: Record<string, string> = afterSeq === undefined ? {} : { 'Last-Event-ID': String(afterSeq) }
  const request = new Request(url, { headers: { ...headers, ...resume, Accept: 'text/event-stream' }, signal })
  // The listener keeps a reference to the request until the answer. If it were collected as garbage, its signal would
  // not work.
  const hold = () => void request
  signal.addEventListener('abort', hold, { once: true })
  const response = await fetch(request).catch((cause: unknown) => {
    throw new TandemError('NETWORK', 'there is no event stream', { retryable: true, cause })
  })
  signal.removeEventListener('abort', hold)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!response.ok || !isStream || response.body === null) {
    await response.body?.cancel()
    throw new TandemError('NETWORK', `there is no event stream (${response.status})`, { retryable: true })
  }
  return readEvents(response.body, signal)
}

async function* readEvents(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<OrderEvent, void> {
  const reader = body.getReader()
  const stop = () => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true }).replaceAll('\r', '')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      if (text.length > 1e6) return
      for (const block of blocks) {
        const event = parseBlock(block)
        if (event !== undefined) yield event
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await reader.cancel().catch(() => undefined)
  }
}

function parseBlock(block: string): OrderEvent | undefined {
  const lines = block.split('\n').filter((line) => line.startsWith('data:'))
  if (lines.length === 0) return undefined
  try {
    const event = JSON.parse(lines.map((line) => line.slice(5).trimStart()).join('\n')) as Partial<OrderEvent>
    return typeof event.seq === 'number' && event.order_id !== undefined ? (event as OrderEvent) : undefined
  } catch {
    // A block that was cut off is skipped: an event only makes the order be read again, and that happens anyway.
    return undefined
  }
}
