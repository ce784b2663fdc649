import { type Belief, isBelieved, type Quorum, UnbelievedError } from '@tandem/chain'
import { AppError } from '@tandem/service-kit'

/**
 * The value that the endpoints agree on.
 * @throws AppError CHAIN_UNAVAILABLE while they do not agree. The message names no endpoint.
 */
export async function believed<T>({ chain }: Quorum, asking: Promise<Belief<T>>): Promise<T> {
  const belief = await asking
  if (isBelieved(belief)) return belief.value
  throw new AppError('CHAIN_UNAVAILABLE', `${chain}: ${belief.reason}`, {
    retryAfterSecs: 2,
    cause: new UnbelievedError(chain, belief),
  })
}
