/** Runs pieces of work, so many at once; what is beyond them waits in the order in which it came. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>

export function makeLimit(atOnce: number): Limit {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running += 1
    // Work that ends hands its place over.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
