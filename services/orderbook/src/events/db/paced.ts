/** A throttle: runs its work at most once in a given time. */
export interface Paced {
  /** Runs the work now, or once when the pause since the last run is over. */
  ask(): void
  cancel(): void
}

/** Our own throttle: none of our libraries has one, and twenty lines are not worth another library. */
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
