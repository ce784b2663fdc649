import { BaseError, ExecutionRevertedError } from 'viem'

/** The chain ran a simulated call, and it reverted: no failure of an endpoint. */
export const isRevert = (error: unknown): error is BaseError =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null
