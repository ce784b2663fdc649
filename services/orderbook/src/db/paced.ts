/** Work that is asked for again and again, and done at most once in a while. */
export interface Paced {
  /** Does the work now when the last time is long enough ago, and otherwise when it is: once, however often it is asked for. */
  ask(): void
  /** Does not do it until it is asked for again. */
  cancel(): void
}

/** @param apartMs from one time that it is done to the next, at the least. */
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
