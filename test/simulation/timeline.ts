import type { Random } from './random.ts'

/** A simulated operating-system process, from its start to its end or its crash. */
export interface Process {
  readonly name: string
  readonly random: Random
  isAlive: boolean
  /** Called when the process dies, for what the operating system would close. */
  readonly onDeath: Set<() => void>
}

/** What code runs as: its process, and what its `AsyncLocalStorage`s hold. */
export interface Context {
  readonly process: Process | undefined
  readonly held: ReadonlyMap<object, unknown>
}

/** An event to come. */
export interface Event {
  readonly at: number
  readonly number: number
  readonly context: Context
  readonly run: () => unknown
  isCancelled: boolean
}

/** Node's own function: everything else gets the simulated one. */
const realImmediate = globalThis.setImmediate

const contextOf = (process: Process | undefined): Context => ({ process, held: new Map() })
/** The context of what no process does. */
export const outside = contextOf(undefined)
/**
 * The context of the current event, from its beginning until everything has come to rest. An event belongs to one
 * process.
 */
let context = outside

export const currentContext = (): Context => context
export const currentProcess = (): Process | undefined => context.process
/** Continues in another context for the rest of the event. */
export const goOnAs = (next: Context): void => {
  context = next
}

/**
 * The simulated time, and everything that is to happen in it. Between two events the program comes to rest: everything
 * that does not wait for time, the network, a database or a file has been done.
 */
export class Timeline {
  /** The current time, in unix milliseconds. */
  now: number
  readonly random: Random
  #heap: Event[] = []
  #numbers = 0
  #immediates: (() => void)[] = []

  constructor(startMs: number, random: Random) {
    this.now = startMs
    this.random = random
  }

  /**
   * Lets something happen after this many milliseconds, by default as what runs now. Nothing happens as a dead process.
   */
  in(delayMs: number, run: () => unknown, as: Context | Process = context): Event {
    const wanted = Number.isFinite(delayMs) ? Math.max(0, delayMs) : 0
    this.#numbers += 1
    const whose = 'held' in as ? as : contextOf(as)
    const event: Event = { at: this.now + wanted, number: this.#numbers, context: whose, run, isCancelled: false }
    this.#push(event)
    return event
  }

  immediately(run: () => void): void {
    this.#immediates.push(run)
  }

  /** Runs until `isOver` holds, or the time is over. */
  async run(o: { untilMs: number; isOver: () => boolean }): Promise<'over' | 'late' | 'idle'> {
    await this.#rest()
    while (!o.isOver()) {
      const event = this.#pop()
      if (event === undefined) return 'idle'
      if (event.at > o.untilMs) return 'late'
      this.now = event.at
      if (event.isCancelled || event.context.process?.isAlive === false) continue
      context = event.context
      await event.run()
      await this.#rest()
      context = outside
    }
    return 'over'
  }

  start(name: string): Process {
    const random = this.random.fork(`${name} ${(this.#starts.get(name) ?? 0) + 1}`)
    this.#starts.set(name, (this.#starts.get(name) ?? 0) + 1)
    return { name, random, isAlive: true, onDeath: new Set() }
  }
  #starts = new Map<string, number>()

  /** Kills a process: nothing that it was about to do happens. */
  kill(process: Process): void {
    process.isAlive = false
    for (const close of process.onDeath) close()
    process.onDeath.clear()
  }

  /** Waits until all promises and immediates have settled that can settle without time. */
  async #rest(): Promise<void> {
    do {
      await new Promise<void>((resolve) => realImmediate(resolve))
      const due = this.#immediates
      this.#immediates = []
      for (const run of due) if (context.process?.isAlive !== false) run()
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
