import { pause } from '@tandem/service-kit'
import { hexToBigInt, isHex, webSocket } from 'viem'

/** New blocks, as WebSockets announce them. */
export interface HeadSource {
  isUp(): boolean
  /** The highest block that the present connections have announced. */
  announced(): bigint
  /** Waits for an announcement, or for a change of `isUp`, since the last wait. */
  next(timeoutMs: number): Promise<void>
  /** Reports a block that was read in another way. Connections that repeatedly announce no such block are made again. */
  hasBlock(number: bigint): void
  stop(): void
}

export interface HeadSourceOptions {
  timeoutMs: number
  onChange(isUp: boolean): void
}

const firstPauseMs = 500
const longestPauseMs = 30_000
/** How many blocks in a row a connection may fail to announce. */
const toleratedSilence = 2

/** Subscribes to new blocks at each WebSocket URL, and again after each loss of the connection. */
export function makeHeadSource(urls: readonly string[], options: HeadSourceOptions): HeadSource {
  const stopping = new AbortController()
  /** The subscriptions that are open, each as a function that ends it. */
  const standing = new Set<() => void>()
  let highest = 0n
  let silence = 0
  let hasNews = false
  let wake = () => {}

  function notify(): void {
    hasNews = true
    wake()
  }

  async function follow(url: string): Promise<void> {
    let pauseMs = firstPauseMs
    while (!stopping.signal.aborted) {
      const connection = new AbortController()
      const end = () => connection.abort()
      stopping.signal.addEventListener('abort', end)
      await subscribe(url, options.timeoutMs, connection, {
        up() {
          pauseMs = firstPauseMs
          silence = 0
          standing.add(end)
          options.onChange(true)
          // Blocks may have come before the subscription.
          notify()
        },
        head(number) {
          silence = 0
          if (number > highest) highest = number
          notify()
        },
      }).catch(() => undefined)
      stopping.signal.removeEventListener('abort', end)
      if (standing.delete(end) && standing.size === 0) {
        highest = 0n
        options.onChange(false)
        notify()
      }
      await pause(pauseMs, stopping.signal)
      pauseMs = Math.min(longestPauseMs, 2 * pauseMs)
    }
  }
  options.onChange(false)
  for (const url of urls) void follow(url)

  return {
    isUp: () => standing.size > 0,
    announced: () => highest,
    async next(timeoutMs) {
      if (!hasNews) {
        const waiting = new AbortController()
        wake = () => waiting.abort()
        await pause(timeoutMs, waiting.signal)
      }
      hasNews = false
    },
    hasBlock(number) {
      if (standing.size === 0 || number <= highest) return
      silence += 1
      if (silence > toleratedSilence) for (const end of standing) end()
    },
    stop() {
      stopping.abort()
      notify()
    },
  }
}

type Listener = { up(): void; head(number: bigint): void }

/** Follows new blocks until the connection is lost or ended. */
async function subscribe(
  url: string,
  timeoutMs: number,
  connection: AbortController,
  listener: Listener,
): Promise<void> {
  // viem's own reconnecting gives up after a while, and prints the URL.
  const { value } = webSocket(url, { reconnect: false, timeout: timeoutMs, retryCount: 0 })({})
  if (value === undefined) throw new Error('the transport cannot subscribe')
  const { signal } = connection
  const tooLate = pause(timeoutMs, signal).then(() => Promise.reject(new Error('no subscription in time')))
  const connecting = value.getRpcClient()
  const client = await Promise.race([connecting, tooLate]).catch((error: unknown) => {
    connecting.then((late) => late.close()).catch(() => undefined)
    throw error
  })
  try {
    const subscribing = value.subscribe({
      params: ['newHeads'],
      onData: (data) => {
        const number = (data as { result?: { number?: unknown } }).result?.number
        if (isHex(number)) listener.head(hexToBigInt(number))
      },
      onError: () => connection.abort(),
    })
    await Promise.race([subscribing, tooLate])
    listener.up()
    await ended(signal)
  } finally {
    client.close()
  }
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve())
    if (signal.aborted) resolve()
  })
