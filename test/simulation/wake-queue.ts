/** In the place of the relayer's `queue/wake-queue.ts`: the port is the same, and the simulated world carries the wake-ups. */
import type * as wakeQueue from '../../services/relayer/src/queue/wake-queue.ts'
import type { QueueBackend, WakeQueue } from '../../services/relayer/src/queue/wake-queue.ts'
import { currentProcess } from './timeline.ts'

type Listener = (chains: readonly string[]) => void

const listeners = new Set<Listener>()
/** Milliseconds from a wake-up to those who listen. */
const wakeUpMs = 5

export const queueName = 'requests'
export const prefixed = { prefix: '{tandem-relayer}' } as const

export function makeWakeQueue(_backend: QueueBackend, _onError: (error: unknown) => void): WakeQueue {
  return {
    wake: ({ chain }) => {
      setTimeout(() => {
        for (const listener of listeners) listener([chain])
      }, wakeUpMs)
    },
    isUp: async () => true,
    close: async () => undefined,
  }
}

/** Nobody opens the page of the queue in a simulated world. */
export function openQueue(_backend: QueueBackend): never {
  throw new Error('a simulated world has no queue to show')
}

export function listenToWakeQueue(
  _backend: QueueBackend,
  { onWake }: { onWake: Listener; onError: (error: unknown) => void },
): { close(): Promise<void> } {
  listeners.add(onWake)
  const close = () => void listeners.delete(onWake)
  currentProcess()?.onDeath.add(close)
  return { close: async () => close() }
}

// The bundler puts this file in the place of the other, so the compiler is asked here whether an export is missing.
const exported = { queueName, prefixed, makeWakeQueue, openQueue, listenToWakeQueue }
exported satisfies Record<keyof typeof wakeQueue, unknown>
