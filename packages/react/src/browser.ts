interface Browser {
  document?: Page
  navigator?: { locks?: Locks }
  localStorage?: Storage
}

export interface Locks {
  request<T>(name: string, work: (lock: unknown) => Promise<T>): Promise<T>
  request<T>(name: string, options: { signal: AbortSignal }, work: (lock: unknown) => Promise<T>): Promise<T>
  request<T>(name: string, options: { ifAvailable: true }, work: (lock: unknown) => Promise<T>): Promise<T>
}

interface Page {
  visibilityState: string
  addEventListener(type: 'visibilitychange', listener: () => void): void
  removeEventListener(type: 'visibilitychange', listener: () => void): void
}

interface Storage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

const browser = globalThis as unknown as Browser

/** Over all tabs; `undefined` on a server, and without https. */
export const locks = (): Locks | undefined => browser.navigator?.locks

/** Whether the user can see this page; outside of a browser, always. */
export const isVisible = (): boolean => (browser.document?.visibilityState ?? 'visible') === 'visible'

/** Resolves once the user can see this page. */
export function whenVisible(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isVisible()) return
      browser.document?.removeEventListener('visibilitychange', look)
      resolve()
    }
    browser.document?.addEventListener('visibilitychange', look)
  })
}

export const notes: Storage = {
  getItem: (key) => attempt(() => browser.localStorage?.getItem(key)) ?? null,
  setItem: (key, value) => void attempt(() => browser.localStorage?.setItem(key, value)),
  removeItem: (key) => void attempt(() => browser.localStorage?.removeItem(key)),
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
