export interface StartedParts {
  /**
   * Remembers a part that starts, so that it is ended even when another part fails first.
   *
   * @param end by default the part's `stop`.
   */
  keep<T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T>
  keep<T>(starting: Promise<T>, end: (part: T) => unknown): Promise<T>
  /**
   * Ends everything that has started, the latest first.
   *
   * @throws the first error.
   */
  end(): Promise<void>
  /** Runs `assemble`. When that fails, everything is ended, and its error is thrown. */
  allOrNone<T>(assemble: () => Promise<T>): Promise<T>
}

/**
 * Keeps track of parts that start side by side. With `Promise.all`, a part would be forgotten after another one has
 * failed.
 */
export function startedParts(): StartedParts {
  const starting = new Set<Promise<unknown>>()
  const ends: (() => unknown)[] = []

  const keep = async <T>(part: Promise<T>, endPart: (part: T) => unknown = stopPart): Promise<T> => {
    const kept = part.then((started) => {
      ends.push(() => endPart(started))
      return started
    })
    starting.add(kept)
    return kept.finally(() => starting.delete(kept))
  }

  async function end(): Promise<void> {
    const errors: unknown[] = []
    while (starting.size > 0) await Promise.allSettled(starting)
    for (let endPart = ends.pop(); endPart !== undefined; endPart = ends.pop()) {
      try {
        await endPart()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }

  async function allOrNone<T>(assemble: () => Promise<T>): Promise<T> {
    try {
      return await assemble()
    } catch (error) {
      await end().catch(() => undefined)
      throw error
    }
  }

  return { keep, end, allOrNone }
}

const stopPart = (part: unknown) => (part as { stop(): Promise<unknown> }).stop()
