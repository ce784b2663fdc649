import { expect, it } from '@jest/globals'
import { followEvents } from './event-stream.ts'

it('ends when it is told to, though the abort no longer reaches an answer that has begun', async () => {
  const stopping = new AbortController()
  let cancelled = 0
  const cancel = () => {
    cancelled += 1
  }
  const endless = () => new ReadableStream({ cancel })
  // A fetch that does not heed its signal, as Node's does after a garbage collection.
  const deaf = async (url: string | URL | Request) =>
    String(url).includes('limit=1') ? Response.json({ result: { data: [] } }) : new Response(endless())
  const connected: boolean[] = []
  const following = followEvents({
    baseUrl: 'http://orderbook',
    signal: stopping.signal,
    onEvent: () => undefined,
    onConnected(isConnected) {
      connected.push(isConnected)
      if (isConnected) setTimeout(() => stopping.abort())
    },
    fetch: deaf,
  })
  await following
  expect({ connected, cancelled }).toEqual({ connected: [true, false], cancelled: 1 })
})
