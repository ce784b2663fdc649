/** How a request is sent: alone, as the lead that sends a group, or carried by the lead of its group. */
export type Gathered<T> = { role: 'alone' } | { role: 'lead'; group: readonly T[] } | { role: 'carried' }

export interface Sharing {
  chain: string
  kind: string
  most: number
}

/** A place that is held for a request while it is checked. Its holder must either join or leave, once. */
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
 * Groups requests of one moment. A lone request never waits; one that others may join waits for `waitMs` milliseconds at most.
 * `dataloader` does not know which requests are about to join: it would make every request wait, or none.
 * @param options.least a smaller group is not sent together.
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
