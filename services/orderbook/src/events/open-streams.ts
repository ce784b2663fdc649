import { AppError, apiClient, callersOf } from '@tandem/service-kit'
import type { Request } from 'express'

export type StreamLimits = {
  /** How many streams one process holds. Further clients get `UNAVAILABLE`, and may reach another replica. */
  readonly inAll: number
  /** How many of all streams are reserved for callers with an API key. */
  readonly forKeys: number
  /** How many streams one API key may hold, or one network without a key. */
  readonly perAddress: number
}

/**
 * Limits the open streams.
 * @returns a function that counts a stream, or throws `RATE_LIMITED` or `UNAVAILABLE`. Its result ends the count of that
 * stream.
 */
export function makeOpenStreams(limits: StreamLimits): (req: Request) => () => void {
  const byCaller = new Map<string, number>()
  const open = { inAll: 0, withoutKey: 0 }
  const count = (name: string, by: 1 | -1) => {
    const left = (byCaller.get(name) ?? 0) + by
    if (left === 0) byCaller.delete(name)
    else byCaller.set(name, left)
  }

  return (req) => {
    const hasKey = apiClient(req) !== undefined
    if (open.inAll >= limits.inAll || (!hasKey && open.withoutKey >= limits.inAll - limits.forKeys)) throw streamsFull()
    const callers = callersOf(req)
    for (const { name, times } of callers) {
      const most = limits.perAddress * times
      if ((byCaller.get(name) ?? 0) >= most) {
        throw new AppError('RATE_LIMITED', `You have ${most} live streams open; one of all orders does the work.`, {
          retryAfterSecs: 60,
        })
      }
    }
    const change = (by: 1 | -1) => {
      open.inAll += by
      if (!hasKey) open.withoutKey += by
      for (const { name } of callers) count(name, by)
    }
    change(1)
    return () => change(-1)
  }
}

export const streamsFull = (): AppError =>
  new AppError('UNAVAILABLE', 'No more live streams here; connect again.', { retryAfterSecs: 1 })
