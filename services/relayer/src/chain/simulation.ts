import { type Address, BaseError, type Client, ExecutionRevertedError, type Hex } from 'viem'
import { call } from 'viem/actions'
import { saysOutOfGas } from './domain/simulation-error.ts'

export const isRevert = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null

/** Whether the call itself failed. Any other error means that the endpoint did not answer the question. */
export const hasFailed = (error: unknown): boolean =>
  isRevert(error) ||
  (error instanceof BaseError &&
    error.walk((cause) => cause instanceof BaseError && saysOutOfGas(cause.details)) !== null)

/**
 * Whether the call would succeed. The endpoint sees the calldata, so it must hold no secret.
 * @throws viem's errors when the endpoint does not answer.
 */
export async function wouldSucceed(
  client: Client,
  { from, ...asked }: { from: Address; to: Address; data: Hex; gas: bigint },
): Promise<boolean> {
  try {
    await call(client, { account: from, ...asked })
    return true
  } catch (error) {
    if (hasFailed(error)) return false
    throw error
  }
}
