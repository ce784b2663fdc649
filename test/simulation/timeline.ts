import { AsyncLocalStorage } from 'node:async_hooks'
import type { Random } from './random.ts'

/** A simulated operating-system process, from its start to its end or its crash. */
export interface Process {
  readonly name: string
  readonly random: Random
  isAlive: boolean
  /** Called as it dies, for what the operating system would close. */
  readonly onDeath: Set<() => void>
}

/** An event to come. */
export interface Event {
  readonly at: number
  readonly number: number
  readonly process: Process | undefined
  readonly run: () => unknown
  isCancelled: boolean
}

const running = new AsyncLocalStorage<Process | undefined>()
/** Of Node itself: everything else gets the simulated one. */
const realImmediate = globalThis.setImmediate

export const currentProcess = (): Process | undefined => running.getStore()

/**
 * The simulated time, and all that is to happen in it. Between two events the program comes to rest: everything that does not
 * wait for time, the network, a database or a file has been done.
 */
export class Timeline {
  /** Unix milliseconds. */
  now: number
  readonly random: Random
  #heap: Event[] = []
  #numbers = 0
  #immediates: { process: Process | undefined; run: () => void }[] = []

  constructor(startMs: number, random: Random) {
    this.now = startMs
    this.random = random
  }

  /** Something of the world, or of the process that asks for it, happens in so many milliseconds; of a dead process nothing does. */
  in(delayMs: number, run: () => unknown, process = currentProcess()): Event {
    const wanted = Number.isFinite(delayMs) ? Math.max(0, delayMs) : 0
    this.#numbers += 1
    const event: Event = { at: this.now + wanted, number: this.#numbers, process, run, isCancelled: false }
    this.#push(event)
    return event
  }

  immediately(run: () => void): void {
    this.#immediates.push({ process: currentProcess(), run })
  }

  /** Runs until `isOver` holds, or the time is over. `afterEach` is told of every event, when the program is at rest. */
  async run(o: { untilMs: number; isOver: () => boolean; afterEach: () => void }): Promise<'over' | 'late' | 'idle'> {
    await this.#rest()
    while (!o.isOver()) {
      const event = this.#pop()
      if (event === undefined) return 'idle'
      if (event.at > o.untilMs) return 'late'
      this.now = event.at
      if (event.isCancelled || event.process?.isAlive === false) continue
      await this.inProcess(event.process, event.run)
      await this.#rest()
      o.afterEach()
    }
    return 'over'
  }

  /** Runs code as a process's own. */
  inProcess<T>(process: Process | undefined, run: () => T): T {
    return running.run(process, run)
  }

  start(name: string): Process {
    const random = this.random.fork(`${name} ${(this.#starts.get(name) ?? 0) + 1}`)
    this.#starts.set(name, (this.#starts.get(name) ?? 0) + 1)
    return { name, random, isAlive: true, onDeath: new Set() }
  }
  #starts = new Map<string, number>()

  /** All that a process was about to do never happens. */
  kill(process: Process): void {
    process.isAlive = false
    this.inProcess(undefined, () => {
      for (const close of process.onDeath) close()
      process.onDeath.clear()
    })
  }

  /** All promises and immediates that can settle without time have settled. */
  async #rest(): Promise<void> {
    do {
      await new Promise<void>((resolve) => realImmediate(resolve))
      const due = this.#immediates
      this.#immediates = []
      for (const { process, run } of due) if (process?.isAlive !== false) run()
      if (due.length > 0) await new Promise<void>((resolve) => realImmediate(resolve))
    } while (this.#immediates.length > 0)
  }

  #push(event: Event): void {
    const heap = this.#heap
    heap.push(event)
    for (let child = heap.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1
      if (!isBefore(heap[child] as Event, heap[parent] as Event)) break
      ;[heap[child], heap[parent]] = [heap[parent] as Event, heap[child] as Event]
      child = parent
    }
  }

  #pop(): Event | undefined {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return first
    heap[0] = last
    for (let parent = 0; ; ) {
      let least = parent
      for (const child of [2 * parent + 1, 2 * parent + 2])
        if (child < heap.length && isBefore(heap[child] as Event, heap[least] as Event)) least = child
      if (least === parent) return first
      ;[heap[parent], heap[least]] = [heap[least] as Event, heap[parent] as Event]
      parent = least
    }
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.number < other.number)
