import crypto from 'node:crypto'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { randomOf } from './random.ts'
import { currentContext, currentProcess, type Event, type Timeline } from './timeline.ts'

const require = createRequire(import.meta.url)
const RealDate = Date
const realNow = performance.now.bind(performance)
const real = { dateNow: Date.now, setTimeout, setInterval, setImmediate, clearTimeout, clearImmediate }

/** Real milliseconds that the simulation itself has taken. */
export const wallMs = realNow

/** The current timeline. There is none while modules are loaded and databases start. */
let timeline: Timeline | undefined
const current = (): Timeline => {
  if (timeline === undefined) throw new Error('nothing is simulated now')
  return timeline
}
const loading = randomOf('loading')
const randomNow = () => currentProcess()?.random ?? timeline?.random ?? loading
const dateNow = (): number => (timeline === undefined ? real.dateNow() : Math.floor(timeline.now))
/** From now on, time, timers, random numbers and identifiers are those of this timeline. */
export const simulateBy = (next: Timeline): void => {
  timeline = next
}

/** Node's timer, with what programs use of it. */
class Timer {
  event: Event
  readonly #again: () => Event
  constructor(make: () => Event) {
    this.#again = make
    this.event = make()
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
  hasRef() {
    return true
  }
  close() {
    this.event.isCancelled = true
    return this
  }
  refresh() {
    this.event.isCancelled = true
    this.event = this.#again()
    return this
  }
  [Symbol.toPrimitive]() {
    return this.event.number
  }
}

type Callback = (...args: unknown[]) => void

function setTimeoutNow(callback: Callback, delayMs = 0, ...args: unknown[]): Timer {
  if (timeline === undefined) return real.setTimeout(callback, delayMs, ...args) as unknown as Timer
  const context = currentContext()
  return new Timer(() => current().in(Math.max(1, delayMs), () => void callback(...args), context))
}

function setIntervalNow(callback: Callback, delayMs = 0, ...args: unknown[]): Timer {
  if (timeline === undefined) return real.setInterval(callback, delayMs, ...args) as unknown as Timer
  const context = currentContext()
  const run = () => {
    timer.event = current().in(Math.max(1, delayMs), run, context)
    callback(...args)
  }
  const timer = new Timer(() => current().in(Math.max(1, delayMs), run, context))
  return timer
}

const clear = (timer: unknown): void => {
  if (timer instanceof Timer) timer.close()
  else real.clearTimeout(timer as NodeJS.Timeout)
}

function setImmediateNow(callback: Callback, ...args: unknown[]): { isCancelled?: boolean } {
  if (timeline === undefined) return real.setImmediate(callback, ...args) as object
  const immediate = { isCancelled: false, ref: () => immediate, unref: () => immediate, hasRef: () => true }
  current().immediately(() => {
    if (!immediate.isCancelled) callback(...args)
  })
  return immediate
}
const clearImmediateNow = (immediate: { isCancelled?: boolean } | undefined): void => {
  if (immediate?.isCancelled === undefined) real.clearImmediate(immediate as NodeJS.Immediate | undefined)
  else immediate.isCancelled = true
}

/** `node:timers/promises`. */
const promised = {
  setTimeout: <T>(delayMs?: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      const timer = setTimeoutNow(() => {
        signal?.removeEventListener('abort', abort)
        resolve(value)
      }, delayMs)
      const abort = () => {
        timer.close()
        reject(Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }))
      }
      if (signal?.aborted) abort()
      signal?.addEventListener('abort', abort, { once: true })
    }),
  setImmediate: <T>(value?: T): Promise<T | undefined> =>
    new Promise((resolve) => setImmediateNow(() => resolve(value))),
}

const fill = <T extends ArrayBufferView>(view: T): T => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  randomNow().fill(bytes)
  return view
}

function randomBytes(size: number, callback?: (error: null, bytes: Buffer) => void): Buffer | undefined {
  const bytes = fill(Buffer.alloc(size))
  if (callback === undefined) return bytes
  callback(null, bytes)
  return undefined
}

function randomUUID(): string {
  const bytes = fill(Buffer.alloc(16))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const simulatedDate: DateConstructor = new Proxy(RealDate, {
  construct: (target, args: [], self) =>
    Reflect.construct(target, args.length === 0 ? [dateNow()] : args, self === simulatedDate ? target : self),
  apply: () => new RealDate(dateNow()).toString(),
})

/** Node's own work runs in other threads and ends at any moment, so this does it at once. */
const subtle = {
  importKey: async (_format: 'raw', bytes: Uint8Array) => bytes,
  verify: async (_name: 'HMAC', key: Uint8Array, signature: Uint8Array, signed: Uint8Array) =>
    crypto.createHmac('sha256', key).update(signed).digest().equals(signature),
}

/**
 * Replaced, because Node would keep each program's meters of the real event loop, and with them the program, for as
 * long as the process lives.
 */
const noDelays = {
  ...{ min: 0, max: 0, mean: 0, stddev: 0, count: 0 },
  ...{ enable: () => true, disable: () => true, reset: () => undefined, percentile: () => 0 },
}
class NoObserver {
  observe() {}
  disconnect() {}
}

/** Replaces Node's time, timers and random numbers with simulated ones, for all modules that are loaded afterwards. */
export function simulateGlobals(): void {
  RealDate.now = dateNow
  Object.assign(globalThis, {
    Date: simulatedDate,
    setTimeout: setTimeoutNow,
    setInterval: setIntervalNow,
    setImmediate: setImmediateNow,
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clearImmediateNow,
  })
  Object.assign(require('node:timers'), {
    setTimeout: setTimeoutNow,
    setInterval: setIntervalNow,
    setImmediate: setImmediateNow,
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clearImmediateNow,
  })
  Object.assign(require('node:timers/promises'), promised)
  Object.defineProperty(performance, 'now', {
    value: () => (timeline === undefined ? realNow() : timeline.now - loadMs),
    configurable: true,
  })
  Object.assign(require('node:perf_hooks'), { monitorEventLoopDelay: () => noDelays, PerformanceObserver: NoObserver })
  Math.random = () => randomNow().unit()
  Object.assign(crypto, { randomBytes, randomUUID, randomFillSync: fill })
  Object.defineProperties(globalThis.crypto, {
    getRandomValues: { value: fill, configurable: true },
    randomUUID: { value: randomUUID, configurable: true },
    subtle: { value: subtle, configurable: true },
  })
  syncBuiltinESMExports()
}

/** The unix millisecond at which every simulation begins. */
export const startMs = RealDate.UTC(2027, 0, 1)
/** The unix millisecond at which programs' monotonic clocks show zero. */
const loadMs = startMs - 7_200_000
