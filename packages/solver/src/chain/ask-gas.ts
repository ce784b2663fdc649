import { believedOf, majorityRule } from '@tandem/chain'
import { BaseError, type Client, ExecutionRevertedError, InsufficientFundsError } from 'viem'
import { estimateGas } from 'viem/actions'
import type { Call } from './call.ts'
import type { SolverChain } from './chain.ts'

/** Endpoints simulate at different blocks, so answers may differ by a tenth. */
const isAlike = (one: bigint | 'fails', other: bigint | 'fails'): boolean => {
  if (one === 'fails' || other === 'fails') return one === other
  const [less, more] = one < other ? [one, other] : [other, one]
  return (more - less) * 10n <= more
}

/**
 * The gas limit of a call: a fifth more than a majority of the endpoints needed in a simulation.
 *
 * @throws Error when the simulated call reverts; UnbelievedError.
 */
export async function askGas(
  { quorum, account }: Pick<SolverChain, 'quorum' | 'account'>,
  call: Call,
): Promise<bigint> {
  const simulate = (client: Client) =>
    estimateGas(client, { account: account.address, to: call.to, data: call.data, value: call.value ?? 0n })
  const belief = await quorum.decide<bigint | 'fails', bigint | 'fails'>(
    ({ client }) => simulate(client).catch(failureOf),
    majorityRule(isAlike),
    { name: 'gas', mayLag: true },
  )
  const gas = believedOf(quorum, belief)
  if (gas === 'fails') throw new Error('the call would fail')
  return (gas * 6n) / 5n
}

/** @throws every error that does not come from the call itself. */
function failureOf(error: unknown): 'fails' {
  const isOfCall = (cause: unknown) =>
    cause instanceof ExecutionRevertedError || cause instanceof InsufficientFundsError
  if (error instanceof BaseError && error.walk(isOfCall) !== null) return 'fails'
  throw error
}
