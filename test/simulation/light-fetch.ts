/**
 * Replaces Node's `fetch` with as much of the standard as our code and viem use. The bytes of an answer come in one
 * piece.
 */
import { LightSignal } from './light-abort.ts'
import type { NetAnswer, NetRequest, Stream } from './net-messages.ts'

type Init = Record<string, string> | Iterable<readonly [string, string]>

export class LightHeaders {
  readonly #values = new Map<string, string>()

  constructor(init: Init = {}) {
    const entries = Symbol.iterator in init ? (init as Iterable<readonly [string, string]>) : Object.entries(init)
    for (const [name, value] of entries) this.#values.set(name.toLowerCase(), String(value))
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }
  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value)
  }
  forEach(visit: (value: string, name: string) => void): void {
    this.#values.forEach(visit)
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values[Symbol.iterator]()
  }
}

interface RequestInit {
  method?: string
  headers?: Init | undefined
  body?: string | null
  signal?: LightSignal | null
}

export class LightRequest {
  readonly url: string
  readonly method: string
  readonly headers: LightHeaders
  readonly signal: LightSignal
  readonly sent: string

  constructor(input: string | URL | LightRequest, init: RequestInit = {}) {
    const before = input instanceof LightRequest ? input : undefined
    this.url = before?.url ?? String(input)
    this.method = init.method ?? before?.method ?? 'GET'
    this.headers = init.headers === undefined && before !== undefined ? before.headers : new LightHeaders(init.headers)
    this.signal = init.signal ?? before?.signal ?? new LightSignal()
    this.sent = init.body ?? before?.sent ?? ''
  }

  text = async (): Promise<string> => this.sent
}

/** What is left of a body: the bytes that are there already, and those of a stream as they come. */
class LightBody {
  #waiting: (Uint8Array | undefined)[]
  #wake: (() => void) | undefined
  #failure: unknown
  readonly #more: Stream | undefined

  constructor(bytes: Uint8Array, more?: Stream, signal?: LightSignal) {
    this.#more = more
    this.#waiting = [...(bytes.length > 0 ? [bytes] : []), ...(more === undefined ? [undefined] : [])]
    more?.onPart((part) => this.#add(part))
    signal?.addEventListener('abort', () => {
      this.#failure = signal.reason
      void this.cancel()
    })
  }

  #add(part: Uint8Array | undefined): void {
    this.#waiting.push(part)
    this.#wake?.()
    this.#wake = undefined
  }

  read = async (): Promise<{ done: boolean; value: Uint8Array | undefined }> => {
    while (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    if (this.#failure !== undefined) throw this.#failure
    const value = this.#waiting[0]
    if (value !== undefined) this.#waiting.shift()
    return { done: value === undefined, value }
  }

  cancel = async (): Promise<void> => {
    if (this.#waiting.at(-1) !== undefined || this.#waiting.length === 0) this.#more?.close()
    this.#waiting = []
    this.#add(undefined)
  }

  releaseLock = (): void => undefined
  getReader = (): this => this

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let part = await this.read(); part.value !== undefined; part = await this.read()) yield part.value
  }
}

interface ResponseInit {
  status?: number
  statusText?: string
  headers?: Init | undefined
}

export class LightResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: LightHeaders
  readonly #bytes: string | Uint8Array
  readonly #open: () => LightBody
  #body: LightBody | undefined

  constructor(
    body: string | Uint8Array | null,
    { status = 200, statusText = '', headers }: ResponseInit = {},
    open = () => new LightBody(typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array())),
  ) {
    this.status = status
    this.statusText = statusText
    this.headers = new LightHeaders(headers)
    this.#bytes = body ?? ''
    this.#open = open
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get body(): LightBody {
    this.#body ??= this.#open()
    return this.#body
  }

  text = async (): Promise<string> =>
    typeof this.#bytes === 'string' ? this.#bytes : Buffer.from(this.#bytes).toString('utf8')
  json = async (): Promise<unknown> => JSON.parse(await this.text())
}

/** Makes a `fetch` on top of whatever carries requests. */
export const makeFetch =
  (ask: (request: NetRequest) => Promise<NetAnswer>) =>
  async (input: string | URL | LightRequest, init?: RequestInit): Promise<LightResponse> => {
    const { method, url, headers, signal, sent } = new LightRequest(input, init)
    if (signal.aborted) throw signal.reason
    const asked = ask({ method, url: new URL(url), headers: Object.fromEntries(headers), body: sent })
    const answer = await new Promise<NetAnswer>((resolve, reject) => {
      const abort = () => reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      asked.then(
        (given) => {
          signal.removeEventListener('abort', abort)
          resolve(given)
        },
        (cause: unknown) => reject(Object.assign(new TypeError('fetch failed'), { cause })),
      )
    })
    const { status, body, more } = answer
    const open = () => new LightBody(typeof body === 'string' ? Buffer.from(body) : body, more, signal)
    return new LightResponse(body, { status, headers: answer.headers as Record<string, string> }, open)
  }
