import { AppError, apiClient, callersOf } from '@tandem/service-kit'
import type { Request } from 'express'

export type StreamLimits = {
  /** Others go to another replica. */
  readonly inAll: number
  /** Of all, those that only callers with an API key can open. */
  readonly forKeys: number
  /** By API key, or else by network. */
  readonly perAddress: number
}

/** @returns takes a place for a stream, or throws `RATE_LIMITED` or `UNAVAILABLE`; what it returns gives the place back. */
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
