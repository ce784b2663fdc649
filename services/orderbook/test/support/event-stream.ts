import { type OrderEventWire, orderEventSchema } from '@tandem/contracts'

export type StreamReader = {
  status: number
  /** The next event. Rejects when the stream ends before it. */
  next(): Promise<OrderEventWire>
  /** Resolves when the server ended the stream. */
  ended: Promise<void>
  close(): void
}

/** A server-sent events client that checks the form: `id` is the event's `seq`, `event` its type, `data` the event. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<StreamReader> {
  const closing = new AbortController()
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: closing.signal })
  const queue: OrderEventWire[] = []
  const waiting: { resolve: (event: OrderEventWire) => void; reject: (error: Error) => void }[] = []
  const take = (event: OrderEventWire) => {
    const waiter = waiting.shift()
    if (waiter === undefined) queue.push(event)
    else waiter.resolve(event)
  }
  let isOver = false
  const ended = (async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const event of frames.flatMap(parseFrame)) take(event)
    }
  })()
    .catch(() => {})
    .finally(() => {
      isOver = true
      for (const { reject } of waiting.splice(0)) reject(new Error('the stream ended'))
    })
  return {
    status: response.status,
    next: () => {
      const event = queue.shift()
      if (event !== undefined) return Promise.resolve(event)
      if (isOver) return Promise.reject(new Error('the stream ended'))
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    ended,
    close: () => closing.abort(),
  }
}

function parseFrame(frame: string): OrderEventWire[] {
  const fields = Object.fromEntries(
    frame
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  if (fields.data === undefined) return []
  const event = orderEventSchema.parse(JSON.parse(fields.data))
  if (fields.id !== String(event.seq) || fields.event !== event.type) throw new Error(`a frame is wrong: ${frame}`)
  return [event]
}
