/** Everything that was started, and how each part of it ends. */
export interface StartedParts {
  /**
   * Gives back the part that starts, and keeps it to be ended, also when it starts only after another part has failed.
   *
   * @param end how the part ends; by default by its `stop`.
   */
  keep<T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T>
  keep<T>(starting: Promise<T>, end: (part: T) => unknown): Promise<T>
  /**
   * Waits for what is still starting, and ends all that has started, the latest first.
   *
   * @throws the first error of an end, once every part was asked to end.
   */
  end(): Promise<void>
  /** Runs `assemble`; if it fails, ends all that has started, and throws its error. */
  allOrNone<T>(assemble: () => Promise<T>): Promise<T>
}

/**
 * For what is made of several parts that start side by side, such as the set-up of a test. `Promise.all` alone forgets the
 * parts that start after one has failed, and their processes run on.
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
      // The first error says why; what fails because of it says less.
      await end().catch(() => undefined)
      throw error
    }
  }

  return { keep, end, allOrNone }
}

const stopPart = (part: unknown) => (part as { stop(): Promise<unknown> }).stop()
