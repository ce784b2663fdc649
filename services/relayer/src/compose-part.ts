import { type IntervalLoop, startIntervalLoop } from '@tandem/service-kit'
import type { Router } from 'express'

/** What a subject brings to the process. */
export type Part = {
  readonly routes?: readonly Router[]
  /** Begins what runs without a request. */
  readonly start?: () => unknown
  /** Ends that, and closes what the subject opened. */
  readonly stop?: () => unknown
}

type LoopOptions = Parameters<typeof startIntervalLoop>[0]

/** Rounds of work that begin with the process, and whose last round it waits for when it stops. */
export function backgroundLoops(loops: readonly LoopOptions[]): Required<Pick<Part, 'start' | 'stop'>> {
  let running: readonly IntervalLoop[] = []
  return {
    start: () => {
      running = loops.map((loop) => startIntervalLoop(loop))
    },
    stop: () => Promise.all(running.map((loop) => loop.stop())),
  }
}
