import { type OrderEventWire, orderEventSchema } from '@tandem/contracts'

export interface EventStreamOptions {
  baseUrl: string
  signal: AbortSignal
  onEvent: (event: OrderEventWire) => void
  onConnected: (isConnected: boolean) => void
  fetch?: typeof fetch
}

/**
 * After this many milliseconds without data, the stream counts as dead: the orderbook sends something every 15 seconds.
 */
const silenceMs = 45_000
const reconnectMs = 1_000
const maxLineLength = 65_536

/**
 * Follows the orderbook's events from now on. Earlier events are not sent, so the caller must read all open orders once
 * the stream is connected.
 */
export async function followEvents(options: EventStreamOptions): Promise<void> {
  const { baseUrl, signal, onConnected } = options
  const request = options.fetch ?? fetch
  let last: number | undefined
  while (!signal.aborted) {
    const connection = new AbortController()
    const end = () => connection.abort()
    signal.addEventListener('abort', end)
    let timer = setTimeout(end, silenceMs)
    try {
      last ??= await findLastSeq(request, baseUrl, signal)
      const answer = await request(`${baseUrl}/events?after_seq=${last}`, {
        headers: { accept: 'text/event-stream' },
        redirect: 'error',
        signal: connection.signal,
      })
      if (!answer.ok || answer.body === null) throw new Error(`the orderbook answered ${answer.status}`)
      onConnected(true)
      for await (const line of linesOf(answer.body, connection.signal)) {
        clearTimeout(timer)
        timer = setTimeout(end, silenceMs)
        const event = eventOf(line)
        if (event === undefined) continue
        last = Math.max(last, event.seq)
        options.onEvent(event)
      }
    } catch {
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      onConnected(false)
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectMs))
  }
}

function eventOf(line: string): OrderEventWire | undefined {
  if (!line.startsWith('data:')) return undefined
  const parsed = orderEventSchema.safeParse(JSON.parse(line.slice('data:'.length)))
  return parsed.success ? parsed.data : undefined
}

/**
 * The lines of a response's body; they end when the signal is aborted. The body is cancelled here, because Node's fetch
 * holds the signal of a request weakly once it has answered: after a garbage collection, an abort no longer reaches the
 * body.
 */
async function* linesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel)
  if (signal.aborted) cancel()
  try {
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split(/\r?\n/)
      rest = lines.pop() ?? ''
      if (rest.length > maxLineLength) throw new Error('a line of the stream is too long')
      yield* lines
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

async function findLastSeq(request: typeof fetch, baseUrl: string, signal: AbortSignal): Promise<number> {
  const hasMoreAfter = async (seq: number): Promise<boolean> => {
    const answer = await request(`${baseUrl}/events?after_seq=${seq}&limit=1`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    })
    if (!answer.ok) throw new Error(`the orderbook answered ${answer.status}`)
    const { result } = (await answer.json()) as { result: { data: unknown[] } }
    return result.data.length > 0
  }
  let high = 1
  while (await hasMoreAfter(high)) high *= 2
  let low = Math.floor(high / 2)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await hasMoreAfter(middle)) low = middle + 1
    else high = middle
  }
  return low
}
