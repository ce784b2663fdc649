/** Tells when an account's nonces are used, by one question at a time for however many transactions wait. */
export interface MinedWatch {
  /**
   * Waits until the account has used the nonce.
   *
   * @returns whether it was used within `timeoutMs`; `false` at once when the watch is stopped.
   */
  isUsed(nonce: number, timeoutMs: number): Promise<boolean>
}

interface Waiter {
  nonce: number
  resolve(isUsed: boolean): void
}

/**
 * @param readCount how many nonces the account has used in the latest block. An error counts as no news.
 * @param stopped ends every wait.
 */
export function makeMinedWatch(
  readCount: () => Promise<number>,
  { intervalMs, stopped }: { intervalMs: number; stopped: AbortSignal },
): MinedWatch {
  const waiters = new Set<Waiter>()
  let isRunning = false
  stopped.addEventListener('abort', () => {
    for (const { resolve } of waiters) resolve(false)
  })

  async function run(): Promise<void> {
    isRunning = true
    while (waiters.size > 0) {
      const count = await readCount().catch(() => -1)
      for (const { nonce, resolve } of waiters) if (count > nonce) resolve(true)
      if (waiters.size > 0) await new Promise((resolve) => setTimeout(resolve, intervalMs))
    }
    isRunning = false
  }

  return {
    isUsed: (nonce, timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => waiter.resolve(false), stopped.aborted ? 0 : timeoutMs)
        const waiter: Waiter = {
          nonce,
          resolve(isUsed) {
            clearTimeout(timer)
            waiters.delete(waiter)
            resolve(isUsed)
          },
        }
        waiters.add(waiter)
        if (!isRunning) void run()
      }),
  }
}
