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

/** The Web Locks that all tabs of a site share. They are `undefined` on a server, and on a page that is not served over https. */
export const locks = (): Locks | undefined => browser.navigator?.locks

/** Whether the user can see this page. Outside of a browser the answer is always yes. */
export const isVisible = (): boolean => (browser.document?.visibilityState ?? 'visible') === 'visible'

/** Resolves once the user can see this page. */
export function whenVisible(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isVisible()) return
      browser.document?.removeEventListener('visibilitychange', check)
      resolve()
    }
    browser.document?.addEventListener('visibilitychange', check)
  })
}

/** `localStorage` without its errors: a browser may forbid storage, and a swap has to work all the same. */
export const safeStorage: Storage = {
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
