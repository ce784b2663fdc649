import { AppError } from './app-error.ts'

export type WorkLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets at most `most` pieces of work run or wait, and refuses any further one. A queue without an
 * end would keep the memory of every request that waits in it, and answer the last one long after
 * its caller has left.
 *
 * @param what the pieces of work, in the plural, for the message.
 * @throws AppError `UNAVAILABLE` while there are that many.
 */
export function workLimit(most: number, what: string): WorkLimit {
  let underWay = 0
  return async (work) => {
    if (underWay >= most)
      throw new AppError('UNAVAILABLE', `Too many ${what} are being read at once; ask again.`, { retryAfterSecs: 1 })
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
    }
  }
}
