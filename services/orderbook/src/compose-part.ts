import type { Router } from 'express'

/** What a subject brings to the process. */
export type Part = {
  readonly routes?: readonly Router[]
  /** Begins what runs without a request. Nothing is opened before. */
  readonly start?: () => unknown
  /** Ends that, and closes what the subject opened. */
  readonly stop?: () => unknown
}
