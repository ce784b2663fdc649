import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { success } from '@tandem/contracts'
import { until } from '@tandem/local-services'
import { Router } from 'express'
import { type HttpTimeouts, startHttpServer } from '../src/index.ts'
import type { UnreadLimits } from '../src/limit-unread-answers.ts'
import { gate } from './support/gate.ts'
import { testApp } from './support/test-app.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function serve(
  o: {
    routes?: Router[]
    timeouts?: Partial<HttpTimeouts>
    unread?: UnreadLimits
    drainMs?: number
    delayMs?: number
  } = {},
) {
  const test = testApp({ routes: o.routes ?? [] })
  const server = await startHttpServer({
    app: test.app,
    host: '127.0.0.1',
    port: 0,
    lifecycle: test.lifecycle,
    drainMs: o.drainMs ?? 5_000,
    delayMs: o.delayMs ?? 0,
    ...(o.timeouts === undefined ? {} : { timeouts: o.timeouts }),
    ...(o.unread === undefined ? {} : { unread: o.unread }),
  })
  cleanUps.push(() => test.lifecycle.stop())
  return { ...test, ...server }
}

/** Opens a raw connection. `closed` resolves with everything that the server had sent on it. */
async function open(port: number): Promise<{ socket: Socket; closed: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close').then(() => received)
  await once(socket, 'connect')
  return { socket, closed }
}

/** A route that holds every request until the test lets it go. */
function heldRoute() {
  const [entered, held] = [gate(), gate()]
  const router = Router()
  router.get('/held', async (_req, res) => {
    entered.open()
    await held.passed
    res.json(success('done'))
  })
  return { router, entered: entered.passed, letGo: held.open }
}

describe('a slow client', () => {
  const timeouts = { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 50 }
  const begin = 'POST /facts HTTP/1.1\r\nHost: x\r\n'

  it.each([
    ['that never finishes its headers', [begin, 'X-Slow: ', 'a', 'b']],
    [
      'that never finishes its body',
      [`${begin}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`, '{"na', 'me'],
    ],
  ])('%s loses its connection, and others do not wait for it', async (_name, pieces) => {
    const { port, url, created } = await serve({ timeouts })
    const slow = await Promise.all(Array.from({ length: 20 }, () => open(port)))
    // A byte now and then keeps an idle timeout away, so it is the whole request that is timed.
    const timer = setInterval(() => {
      const piece = pieces.shift()
      for (const { socket } of slow) if (!socket.destroyed) socket.write(piece ?? 'a')
    }, 20)
    expect((await fetch(`${url}/facts/1`)).status).toBe(200)
    const answers = await Promise.all(slow.map(({ closed }) => closed))
    clearInterval(timer)
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(created).toEqual([])
    expect((await fetch(`${url}/facts/1`)).status).toBe(200)
  })
})

describe('answers that nobody reads', () => {
  /** Larger than the buffers that the kernel has for a connection, so that a part stays unsent. */
  const large = 'a'.repeat(32 * 1024 * 1024)
  const half = large.slice(large.length / 2)

  /** A server that notes each answer that was cut. */
  async function serveLarge(unread: UnreadLimits) {
    const router = Router()
    const cut: string[] = []
    router.get('/:size', (req, res) => {
      // An answer whose connection was cut finishes as well.
      res.once('finish', () => {
        if (req.socket.destroyed) cut.push(req.params.size)
      })
      res.json(req.params.size === 'half' ? half : large)
    })
    return { ...(await serve({ routes: [router], unread })), cut }
  }

  /** Asks, and does not read the answer. */
  const ask = async (port: number, path: string) => {
    const { socket, closed } = await open(port)
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    return { socket, closed }
  }

  it('are cut where they hold too many bytes, the largest first, and others are served', async () => {
    const { port, url, cut } = await serveLarge({ bytes: large.length * 1.75, answers: 100 })
    const small = await ask(port, '/half')
    const unread = [await ask(port, '/large'), await ask(port, '/large')]
    await until(() => cut.length > 0, 'an answer that is cut', 20_000)
    expect(cut).toEqual(['large'])
    for (const { socket } of unread) socket.destroy()
    expect((await (await fetch(`${url}/large`)).json()) as string).toHaveLength(large.length)
    small.socket.resume()
    expect((await small.closed).length).toBeGreaterThan(half.length)
  })

  it('are cut where they are too many', async () => {
    const { port, cut } = await serveLarge({ bytes: 10 * large.length, answers: 1 })
    const unread = [await ask(port, '/half'), await ask(port, '/large')]
    await until(() => cut.length > 0, 'an answer that is cut', 20_000)
    expect(cut).toEqual(['large'])
    for (const { socket } of unread) socket.destroy()
  })
})

describe('stopping', () => {
  it('finishes running requests, takes no new ones, and keeps no connection', async () => {
    const { router, entered, letGo } = heldRoute()
    const { url, port, lifecycle } = await serve({ routes: [router] })
    // An idle kept-alive connection must not hold the stop up.
    const idle = await open(port)
    idle.socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(idle.socket, 'data')
    const running = fetch(`${url}/held`)
    await entered
    const stopped = lifecycle.stop()
    await idle.closed
    await expect(fetch(`${url}/health`)).rejects.toThrow()
    letGo()
    const answer = await running
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await answer.json()).toEqual(success('done'))
    await stopped
  })

  it('serves on while it drains, is not ready, and ends kept-alive connections with their next answer', async () => {
    const { url, port, lifecycle } = await serve()
    const balancersKnow = gate()
    lifecycle.beforeStopping(() => balancersKnow.passed)
    const keptAlive = await open(port)
    keptAlive.socket.write('GET /facts/1 HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(keptAlive.socket, 'data')
    const stopped = lifecycle.stop()
    expect((await fetch(`${url}/ready`)).status).toBe(503)
    const fresh = await fetch(`${url}/facts/2`)
    expect([fresh.status, fresh.headers.get('connection')]).toEqual([200, 'close'])
    keptAlive.socket.write('GET /facts/3 HTTP/1.1\r\nHost: x\r\n\r\n')
    const answers = await keptAlive.closed
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
    expect(answers.match(/Connection: close/g)).toHaveLength(1)
    expect(lifecycle.stopping.aborted).toBe(false)
    balancersKnow.open()
    await stopped
    await expect(fetch(`${url}/facts/4`)).rejects.toThrow()
  })

  it('waits for the delay before it stops', async () => {
    const { lifecycle } = await serve({ delayMs: 200 })
    const askedAt = performance.now()
    const stoppingAt = new Promise<number>((resolve) => {
      lifecycle.stopping.addEventListener('abort', () => resolve(performance.now()))
    })
    await lifecycle.stop()
    // A timer may fire a millisecond early.
    expect((await stoppingAt) - askedAt).toBeGreaterThan(198)
  })

  it('cuts what still runs after the time to drain', async () => {
    const { router, entered, letGo } = heldRoute()
    const { url, lifecycle } = await serve({ routes: [router], drainMs: 100 })
    const running = fetch(`${url}/held`)
    const failed = expect(running).rejects.toThrow()
    await entered
    await lifecycle.stop()
    await failed
    letGo()
  })

  it('lets an event stream end itself', async () => {
    const router = Router()
    const begun = gate()
    const test = testApp({ routes: [router] })
    router.get('/stream', (_req, res) => {
      res.type('text/event-stream').write('data: 1\n\n')
      test.lifecycle.stopping.addEventListener('abort', () => res.end('data: bye\n\n'))
      begun.open()
    })
    const { url } = await startHttpServer({
      app: test.app,
      host: '127.0.0.1',
      port: 0,
      lifecycle: test.lifecycle,
      drainMs: 5_000,
    })
    const text = fetch(`${url}/stream`).then((res) => res.text())
    await begun.passed
    await test.lifecycle.stop()
    expect(await text).toBe('data: 1\n\ndata: bye\n\n')
  })
})

describe('startHttpServer', () => {
  it('fails when the port is taken', async () => {
    const { port, lifecycle, app } = await serve()
    await expect(startHttpServer({ app, host: '127.0.0.1', port, lifecycle, drainMs: 100 })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
  })
})

describe('what is no request', () => {
  const answerTo = async (port: number, bytes: string) => {
    const { socket, closed } = await open(port)
    socket.write(bytes)
    const [head = '', body = ''] = (await closed).split('\r\n\r\n')
    return { head, ...(JSON.parse(body) as { code: string; status: string }) }
  }

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'INVALID_REQUEST'],
    [
      'two lengths',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'INVALID_REQUEST',
    ],
    [
      'headers over 16 KiB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['a URL over 16 KiB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ])('%s is refused in the envelope', async (_name, bytes, status, code) => {
    const { port } = await serve()
    expect(await answerTo(port, bytes)).toMatchObject({
      status: 'Error',
      code,
      head: expect.stringContaining(` ${status} `),
    })
  })

  it('a request that takes too long to arrive is told so', async () => {
    const { port } = await serve({
      timeouts: { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 50 },
    })
    expect(await answerTo(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Part: ')).toMatchObject({ code: 'REQUEST_TIMEOUT' })
  })

  it.each([
    ['HTTP/1.1 without Host', '1.1', '', 'INVALID_REQUEST'],
    ['HTTP/1.1 with two', '1.1', 'Host: x\r\nHost: y\r\n', 'INVALID_REQUEST'],
    ['HTTP/1.1 with one', '1.1', 'Host: x\r\n', 'NOT_FOUND'],
    ['HTTP/1.0, which needs none', '1.0', '', 'NOT_FOUND'],
  ])('%s is answered by the app', async (_name, version, host, code) => {
    const { port } = await serve()
    const answer = await answerTo(port, `GET /nowhere HTTP/${version}\r\n${host}Connection: close\r\n\r\n`)
    expect(answer.code).toBe(code)
  })
})
