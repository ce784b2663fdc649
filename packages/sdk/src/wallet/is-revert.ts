import { BaseError, ExecutionRevertedError } from 'viem'

/** Whether an error says that a simulated call reverted. Any other error is a failure of the endpoint. */
export const isRevert = (error: unknown): error is BaseError =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null
