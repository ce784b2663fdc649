import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Tries the work several times.
 *
 * @throws the last error.
 */
export async function retrying<T>(attempts: number, waitMs: number, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts) throw error
      await sleep(waitMs)
    }
  }
}
