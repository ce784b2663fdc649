/**
 * Replaces `node:async_hooks`, whose promise hooks would take half of a simulation's time. An event is one chain of
 * causes, so what a storage holds belongs to the event, and goes on in all events that it causes.
 */
import { currentContext, goOnAs } from './timeline.ts'

export class AsyncLocalStorage<T> {
  run<R>(held: T, work: (...args: unknown[]) => R, ...args: unknown[]): R {
    const context = currentContext()
    goOnAs({ ...context, held: new Map([...context.held, [this, held]]) })
    return work(...args)
  }

  getStore(): T | undefined {
    return currentContext().held.get(this) as T | undefined
  }
}

export class AsyncResource {
  runInAsyncScope<R>(work: (...args: unknown[]) => R, self?: unknown, ...args: unknown[]): R {
    return work.apply(self, args)
  }

  emitDestroy(): this {
    return this
  }
}
