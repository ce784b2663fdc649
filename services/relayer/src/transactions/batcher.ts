/** The answer to a request that is ready to leave: go alone, take these requests with it, or leave with another one. */
export type Gathered<T> = { role: 'alone' } | { role: 'lead'; group: readonly T[] } | { role: 'carried' }

/** The requests that may share a transaction: those of one chain and one kind, at most so many. */
export interface Sharing {
  chain: string
  kind: string
  most: number
}

/** A request on its way. It must either join or leave, once. */
export interface Ticket<T> {
  join(item: T): Promise<Gathered<T>>
  leave(): void
}

interface Gathering<T> {
  approaching: number
  waiting: { item: T; resolve: (gathered: Gathered<T>) => void }[]
  timer: NodeJS.Timeout | undefined
}

/**
 * Lets requests that come at the same moment go out together, as a database commits transactions in groups: one that is
 * alone never waits, and one that others approach waits for them, no longer than `waitMs`.
 *
 * @param options.least fewer than these go alone.
 */
export function makeGatherer<T>({ least, waitMs }: { least: number; waitMs: number }) {
  const gatherings = new Map<string, Gathering<T>>()

  function flush(gathering: Gathering<T>): void {
    clearTimeout(gathering.timer)
    gathering.timer = undefined
    const group = gathering.waiting.splice(0)
    if (group.length < least) {
      for (const { resolve } of group) resolve({ role: 'alone' })
      return
    }
    const items = group.map(({ item }) => item)
    group.forEach(({ resolve }, index) => {
      resolve(index === 0 ? { role: 'lead', group: items } : { role: 'carried' })
    })
  }

  function flushIfComplete(gathering: Gathering<T>, most: number): void {
    const { waiting, approaching } = gathering
    if (waiting.length > 0 && (approaching === 0 || waiting.length >= most)) flush(gathering)
  }

  /** Says that a request is on its way. */
  return function enter({ chain, kind, most }: Sharing): Ticket<T> {
    const name = `${chain} ${kind}`
    const gathering: Gathering<T> = gatherings.get(name) ?? { approaching: 0, waiting: [], timer: undefined }
    gatherings.set(name, gathering)
    gathering.approaching += 1
    let isOnItsWay = true
    const arrive = () => {
      if (isOnItsWay) gathering.approaching -= 1
      isOnItsWay = false
    }
    return {
      join: (item) =>
        new Promise((resolve) => {
          arrive()
          gathering.waiting.push({ item, resolve })
          gathering.timer ??= setTimeout(() => flush(gathering), waitMs)
          flushIfComplete(gathering, most)
        }),
      leave() {
        arrive()
        flushIfComplete(gathering, most)
      },
    }
  }
}

export type Gatherer<T> = ReturnType<typeof makeGatherer<T>>
