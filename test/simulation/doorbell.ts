/** In the place of the relayer's `worker/wake-queue.ts`: the port is the same, and the simulated world carries the rings. */
import type * as wakeQueue from '../../services/relayer/src/worker/wake-queue.ts'
import type { Doorbell, QueueBackend } from '../../services/relayer/src/worker/wake-queue.ts'
import { currentProcess } from './timeline.ts'

type Listener = (chains: readonly string[]) => void

const listeners = new Set<Listener>()
/** Milliseconds from a ring to those who listen. */
const ringMs = 5

export const queueName = 'requests'
export const prefixed = { prefix: '{tandem-relayer}' } as const

export function makeDoorbell(_backend: QueueBackend, _onError: (error: unknown) => void): Doorbell {
  return {
    ring: ({ chain }) => {
      setTimeout(() => {
        for (const listener of listeners) listener([chain])
      }, ringMs)
    },
    isUp: async () => true,
    close: async () => undefined,
  }
}

/** Nobody opens the page of the queue in a simulated world. */
export function openQueue(_backend: QueueBackend): never {
  throw new Error('a simulated world has no queue to show')
}

export function listenToDoorbell(
  _backend: QueueBackend,
  { onRing }: { onRing: Listener; onError: (error: unknown) => void },
): { close(): Promise<void> } {
  listeners.add(onRing)
  const close = () => void listeners.delete(onRing)
  currentProcess()?.onDeath.add(close)
  return { close: async () => close() }
}

// The bundler puts this file in the place of the other, so the compiler is asked here whether an export is missing.
const exported = { queueName, prefixed, makeDoorbell, openQueue, listenToDoorbell }
exported satisfies Record<keyof typeof wakeQueue, unknown>
