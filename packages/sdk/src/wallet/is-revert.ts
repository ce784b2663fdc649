import { BaseError, ExecutionRevertedError } from 'viem'

/** Whether a simulated call has reverted on the chain. Any other error is a failure of the endpoint. */
export const isRevert = (error: unknown): error is BaseError =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null
