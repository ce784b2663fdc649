/**
 * Replaces Node's abort signals, each of which creates as many objects as a message port. This is what our code and
 * viem use of them.
 */
type Listener = (event: { type: 'abort' }) => void

export class LightSignal {
  aborted = false
  #reason: unknown
  #listeners = new Map<Listener, boolean>()

  /** The error is only made when it is read. */
  get reason(): unknown {
    if (this.aborted && this.#reason === undefined)
      this.#reason = new DOMException('This operation was aborted', 'AbortError')
    return this.#reason
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  addEventListener(_type: 'abort', listener: Listener, options?: { once?: boolean } | boolean): void {
    if (!this.#listeners.has(listener))
      this.#listeners.set(listener, typeof options === 'object' && options.once === true)
  }

  removeEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners.delete(listener)
  }

  abort(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.#reason = reason
    for (const [listener, isOnce] of [...this.#listeners]) {
      if (isOnce) this.#listeners.delete(listener)
      listener({ type: 'abort' })
    }
  }

  static any(signals: readonly LightSignal[]): LightSignal {
    const joined = new LightSignal()
    for (const one of signals) {
      if (one.aborted) joined.abort(one.reason)
      one.addEventListener('abort', () => joined.abort(one.reason), { once: true })
    }
    return joined
  }

  static timeout(delayMs: number): LightSignal {
    const signal = new LightSignal()
    setTimeout(() => signal.abort(new DOMException('The operation timed out', 'TimeoutError')), delayMs)
    return signal
  }
}

/** This symbol tells `node:events` that a signal may have listeners. */
Object.assign(LightSignal, { [Symbol.for('nodejs.event_target')]: true })

export class LightController {
  readonly signal = new LightSignal()

  abort(reason?: unknown): void {
    this.signal.abort(reason)
  }
}
