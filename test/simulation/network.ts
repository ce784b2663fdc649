import { EventEmitter } from 'node:events'
import http, { type IncomingHttpHeaders } from 'node:http'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Duplex, Writable } from 'node:stream'
import { LightController, LightSignal } from './light-abort.ts'
import { LightHeaders, LightRequest, LightResponse, makeFetch } from './light-fetch.ts'
import type { NetAnswer, NetRequest, Stream } from './net-messages.ts'
import { type Context, currentContext, currentProcess, outside, type Process, type Timeline } from './timeline.ts'

const require = createRequire(import.meta.url)

/** A server. It answers; or it keeps the connection open without an answer (`hang`), or closes it (`cut`). */
export type Handler = (request: NetRequest) => Promise<NetAnswer | 'hang' | 'cut'>

/** What happens to one request. Times are in milliseconds. */
export interface Passage {
  thereMs: number
  backMs: number
  /** Whether the request is lost on its way to the server, or the answer on its way back. */
  lost?: 'there' | 'back'
  /** Milliseconds after which the server gets the request a second time. */
  againAfterMs?: number
}

interface Server {
  process: Process | undefined
  handle: Handler
}

const refused = (host: string) =>
  Object.assign(new Error(`connect ECONNREFUSED ${host}`), { code: 'ECONNREFUSED', syscall: 'connect' })
const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

/** HTTP between the simulated processes. Each server is known by its host and port. */
export class Network {
  readonly #servers = new Map<string, Server>()
  readonly #timeline: Timeline
  readonly #passage: (from: string, to: string) => Passage
  readonly #note: (line: string) => void

  constructor(o: {
    timeline: Timeline
    passage: (from: string, to: string) => Passage
    note: (line: string) => void
  }) {
    this.#timeline = o.timeline
    this.#passage = o.passage
    this.#note = o.note
  }

  /** Answers instead of a server; with `undefined` the server is asked. */
  intercept: (request: NetRequest) => NetAnswer | undefined = () => undefined

  serve(host: string, handle: Handler, process = currentProcess()): () => void {
    const server = { process, handle }
    this.#servers.set(host, server)
    const close = () => {
      if (this.#servers.get(host) === server) this.#servers.delete(host)
    }
    process?.onDeath.add(close)
    return close
  }

  /**
   * Sends a request.
   *
   * @throws ECONNREFUSED, ECONNRESET, as Node does. The promise never settles for a request that hangs or is lost, so
   * its sender has to give up.
   */
  ask(request: NetRequest): Promise<NetAnswer> {
    const sender = currentContext()
    const from = sender.process?.name ?? 'world'
    const { host, pathname } = request.url
    const { thereMs, backMs, lost, againAfterMs } = this.#passage(from, host)
    return new Promise((resolve, reject) => {
      const back = (settle: () => void) => this.#timeline.in(backMs, settle, sender)
      const arrive = (isFirst: boolean) => {
        const server = this.#servers.get(host)
        if (server === undefined) return isFirst && back(() => reject(refused(host)))
        const hear = (answer: NetAnswer | 'hang' | 'cut') => {
          const what = typeof answer === 'string' ? answer : answer.status
          this.#note(`${from} ${request.method} ${host}${pathname} ${what}${isFirst ? '' : ' again'}`)
          if (!isFirst || answer === 'hang' || lost === 'back') return
          if (answer === 'cut') back(() => reject(reset()))
          else back(() => resolve(this.#carried(answer, { backMs, sender, server })))
        }
        this.#handle(server, request, hear)
      }
      if (lost === 'there') return
      this.#timeline.in(thereMs, () => arrive(true), outside)
      if (againAfterMs !== undefined) this.#timeline.in(thereMs + againAfterMs, () => arrive(false), outside)
    })
  }

  /** The answer of a server, or `cut` if it dies first. */
  #handle(server: Server, request: NetRequest, hear: (answer: NetAnswer | 'hang' | 'cut') => void): void {
    let isOver = false
    const once = (answer: NetAnswer | 'hang' | 'cut') => {
      server.process?.onDeath.delete(die)
      if (!isOver) hear(answer)
      isOver = true
    }
    const die = () => once('cut')
    server.process?.onDeath.add(die)
    const instead = this.intercept(request)
    const handle = () => void server.handle(request).then(once, () => once('cut'))
    if (instead !== undefined) once(instead)
    else if (server.process === undefined) handle()
    else this.#timeline.in(0, handle, server.process)
  }

  /**
   * Carries an answer that goes on. Its parts arrive in order, and when either side dies, the answer ends for the
   * other.
   */
  #carried(answer: NetAnswer, o: { backMs: number; sender: Context; server: Server }): NetAnswer {
    const { more } = answer
    if (more === undefined) return answer
    const close = () => {
      o.sender.process?.onDeath.delete(close)
      this.#timeline.in(o.backMs, more.close, o.server.process ?? outside)
    }
    o.sender.process?.onDeath.add(close)
    const onPart: Stream['onPart'] = (hear) => {
      const later = (part: Buffer | undefined) => this.#timeline.in(o.backMs, () => hear(part), o.sender)
      o.server.process?.onDeath.add(() => later(undefined))
      more.onPart(later)
    }
    return { ...answer, more: { onPart, close } }
  }
}

let network: Network | undefined
/** Lets this network carry all requests from now on. */
export const carryBy = (next: Network): void => {
  network = next
}
const current = (): Network => {
  if (network === undefined) throw new Error('there is no network now')
  return network
}

/** Node's `http.request`, with what our clients use of it. */
function requestNow(
  url: URL,
  o: { method?: string; headers?: Record<string, string> },
  onAnswer: (answer: EventEmitter) => void,
): EventEmitter {
  const asked = new EventEmitter() as EventEmitter & { end(body?: string): void; destroy(): void }
  let isOver = false
  asked.destroy = () => {
    isOver = true
  }
  asked.end = (body = '') => {
    const request = { method: o.method ?? 'GET', url, headers: Object.fromEntries(new LightHeaders(o.headers)), body }
    current()
      .ask(request)
      .then(
        ({ status, headers, body: bytes }) => {
          if (isOver) return
          const statusMessage = http.STATUS_CODES[status] ?? ''
          const answer = Object.assign(new EventEmitter(), {
            ...{ statusCode: status, statusMessage, headers },
            pause: () => undefined,
            resume: () => undefined,
          })
          onAnswer(answer)
          if (bytes.length > 0) answer.emit('data', Buffer.from(bytes as string))
          answer.emit('end')
        },
        (error: Error) => {
          if (!isOver) asked.emit('error', error)
        },
      )
  }
  return asked
}

/** A connection without bytes, for the objects that Express expects. */
class NoSocket extends Duplex {
  readonly remoteAddress = '127.0.0.1'
  readonly encrypted = false
  override _read() {}
  override _write(_chunk: unknown, _encoding: string, done: () => void) {
    done()
  }
  setTimeout = () => this
  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this
  unref = () => this
}

/** Makes a handler of a server's listener: Node's own request and response objects pass through it. */
export function handlerOf(listener: (req: http.IncomingMessage, res: http.ServerResponse) => void): Handler {
  return ({ method, url, headers, body }) =>
    new Promise((resolve) => {
      const socket = new NoSocket()
      const req = new http.IncomingMessage(socket as never)
      const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const received: Record<string, string> = { host: url.host, ...headers, ...length }
      Object.assign(req, {
        ...{
          method,
          url: `${url.pathname}${url.search}`,
          httpVersion: '1.1',
          httpVersionMajor: 1,
          httpVersionMinor: 1,
        },
        headers: received,
        rawHeaders: Object.entries(received).flat(),
        complete: true,
      })
      const res = new http.ServerResponse(req)
      answerThrough(res, resolve)
      if (body !== '') req.push(body)
      req.push(null)
      listener(req, res)
    })
}

/** Answers with what a response is told to write: at its end, or at once when it is a stream of events. */
function answerThrough(res: http.ServerResponse, resolve: (answer: NetAnswer) => void): void {
  let parts: Buffer[] = []
  let hear: ((part: Buffer | undefined) => void) | undefined
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    res.emit('close')
  }
  const answer = () => {
    const body = Buffer.concat(parts)
    parts = []
    return { status: res.statusCode, headers: res.getHeaders() as IncomingHttpHeaders, body }
  }
  const add = (chunk: unknown, encoding: unknown) => {
    const named = typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'
    if (typeof chunk === 'string') parts.push(Buffer.from(chunk, named))
    else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk))
    if (hear !== undefined) hear(answer().body)
  }
  const head = () => {
    if (!res.headersSent) res.writeHead(res.statusCode)
    if (hear !== undefined || !String(res.getHeader('content-type')).startsWith('text/event-stream')) return
    let waiting: (Buffer | undefined)[] = []
    hear = (part) => waiting.push(part)
    const onPart: Stream['onPart'] = (next) => {
      hear = next
      for (const part of waiting) next(part)
      waiting = []
    }
    resolve({ ...answer(), more: { onPart, close } })
  }
  const after = (...given: unknown[]) => given.find((one) => typeof one === 'function') as (() => void) | undefined
  Object.assign(res, {
    write(chunk: unknown, encoding: unknown, done: unknown) {
      head()
      add(chunk, encoding)
      const then = after(encoding, done)
      if (then !== undefined) process.nextTick(then)
      return true
    },
    end(chunk: unknown, encoding: unknown, done: unknown) {
      head()
      if (typeof chunk !== 'function') add(chunk, encoding)
      process.nextTick(() => {
        Object.defineProperty(res, 'writableFinished', { value: true, configurable: true })
        res.emit('finish')
        close()
        after(chunk, encoding, done)?.()
        if (hear === undefined) resolve(answer())
        else hear(undefined)
      })
      return res
    },
    flushHeaders: head,
    destroy: close,
  })
}

/** Makes Node's servers listen on the simulated network, and its clients ask there. */
export function simulateNetwork(): void {
  Object.assign(globalThis, {
    ...{ fetch: makeFetch((request) => current().ask(request)), Request: LightRequest, Response: LightResponse },
    ...{ Headers: LightHeaders, AbortController: LightController, AbortSignal: LightSignal },
  })
  require('node:http').request = requestNow
  Object.assign(http.Server.prototype, {
    listen(this: http.Server, port: number) {
      const host = `127.0.0.1:${port}`
      const handle = handlerOf((req, res) => void this.emit('request', req, res))
      const close = current().serve(host, handle)
      // Removed, because Node's check for stalled connections is a real timer, which would keep each program in memory.
      for (const one of this.listeners('listening') as (() => void)[])
        if (one.name === 'setupConnectionsTracking') this.removeListener('listening', one)
      Object.assign(this, {
        address: () => ({ address: '127.0.0.1', port, family: 'IPv4' }),
        close: () => {
          close()
          process.nextTick(() => this.emit('close'))
          return this
        },
      })
      process.nextTick(() => this.emit('listening'))
      return this
    },
    closeAllConnections: () => undefined,
    closeIdleConnections: () => undefined,
  })
  syncBuiltinESMExports()
}

/** A stream for what the processes write to their standard output. */
export const linesTo = (note: (line: string) => void): Writable =>
  new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      for (const line of String(text).split('\n')) if (line !== '') note(line)
      done()
    },
  })
