import { useSyncExternalStore } from 'react'

let now = Math.floor(Date.now() / 1000)
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Math.floor(Date.now() / 1000)
    for (const tell of listeners) tell()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns the browser's time in unix seconds, once a second. All components share one timer. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
