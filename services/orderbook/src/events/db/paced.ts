/** At most once in a while. */
export interface Paced {
  /** Once, now or when the pause ends. */
  ask(): void
  cancel(): void
}

/** A throttle by itself, because no library that we have throttles, and twenty lines are not worth one more. */
export function paced(work: () => void, apartMs: number): Paced {
  let doneAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function run(): void {
    timer = undefined
    doneAt = performance.now()
    work()
  }

  return {
    ask() {
      if (timer !== undefined) return
      const waitMs = doneAt + apartMs - performance.now()
      if (waitMs <= 0) run()
      else timer = setTimeout(run, waitMs)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
