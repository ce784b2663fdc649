import { hexToBigInt, isHex, webSocket } from 'viem'

/** Says when a chain has a new block, as far as a WebSocket endpoint announces it. */
export interface HeadSource {
  /** Whether an endpoint is subscribed to. */
  isUp(): boolean
  /** The highest block that was announced over the connections of now. */
  announced(): bigint
  /** Waits for the next announcement, or a change of `isUp`; at most so long. One that came meanwhile counts. */
  next(timeoutMs: number): Promise<void>
  /** The chain has this block. A connection that keeps silent about such blocks is dead, and is made anew. */
  hasBlock(number: bigint): void
  stop(): void
}

export interface HeadSourceOptions {
  timeoutMs: number
  onChange(isUp: boolean): void
}

const firstPauseMs = 500
const longestPauseMs = 30_000
/** Blocks that a subscribed connection may fail to announce, one after the other. */
const toleratedSilence = 2

/** Subscribes to the heads at each of these `ws:` URLs, and again whenever a connection is lost. */
export function makeHeadSource(urls: readonly string[], options: HeadSourceOptions): HeadSource {
  const stopping = new AbortController()
  const connections = new Set<AbortController>()
  let highest = 0n
  let silence = 0
  let isRung = false
  let wake: (() => void) | undefined

  function ring(): void {
    isRung = true
    wake?.()
  }

  async function follow(url: string): Promise<void> {
    let pauseMs = firstPauseMs
    while (!stopping.signal.aborted) {
      const connection = new AbortController()
      const signal = AbortSignal.any([stopping.signal, connection.signal])
      await subscribe(url, options.timeoutMs, signal, {
        up() {
          pauseMs = firstPauseMs
          silence = 0
          connections.add(connection)
          options.onChange(true)
          // Blocks may have come before the subscription.
          ring()
        },
        head(number) {
          silence = 0
          if (number > highest) highest = number
          ring()
        },
      }).catch(() => undefined)
      if (connections.delete(connection) && connections.size === 0) {
        highest = 0n
        options.onChange(false)
        ring()
      }
      await pause(pauseMs, stopping.signal)
      pauseMs = Math.min(longestPauseMs, 2 * pauseMs)
    }
  }
  options.onChange(false)
  for (const url of urls) void follow(url)

  return {
    isUp: () => connections.size > 0,
    announced: () => highest,
    async next(timeoutMs) {
      const ringing = new AbortController()
      wake = () => ringing.abort()
      if (!isRung) await pause(timeoutMs, AbortSignal.any([ringing.signal, stopping.signal]))
      wake = undefined
      isRung = false
    },
    hasBlock(number) {
      if (connections.size === 0 || number <= highest) return
      silence += 1
      if (silence > toleratedSilence) for (const connection of connections) connection.abort()
    },
    stop: () => stopping.abort(),
  }
}

type Listener = { up(): void; head(number: bigint): void }

/** Resolves or throws once the connection is lost or given up. */
async function subscribe(url: string, timeoutMs: number, signal: AbortSignal, listener: Listener): Promise<void> {
  // viem's own reconnecting gives up after some attempts, and prints the URL.
  const { value } = webSocket(url, { reconnect: false, timeout: timeoutMs, retryCount: 0 })({})
  if (value === undefined) throw new Error('the transport cannot subscribe')
  const over = new AbortController()
  const end = AbortSignal.any([signal, over.signal])
  const client = await value.getRpcClient()
  try {
    const subscribing = value.subscribe({
      params: ['newHeads'],
      onData: (data) => {
        const number = (data as { result?: { number?: unknown } }).result?.number
        if (isHex(number)) listener.head(hexToBigInt(number))
      },
      onError: () => over.abort(),
    })
    await Promise.race([subscribing, pause(timeoutMs, end).then(() => Promise.reject(new Error('no subscription')))])
    listener.up()
    await new Promise<void>((resolve) => {
      end.addEventListener('abort', () => resolve())
      if (end.aborted) resolve()
    })
  } finally {
    client.close()
  }
}

/** Waits so long, or until the signal. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
