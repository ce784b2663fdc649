import { estimateFeesPerGas } from 'viem/actions'
import { enoughAnswers } from './ask-each.ts'
import type { SolverChain } from './chain.ts'

/**
 * The price of one unit of gas now, in wei: the higher of what two endpoints say, because an order that is thought to be cheap
 * is paid for all the same.
 *
 * @param graceMs how long the second one is waited for; by default until it has failed.
 * @throws viem's error when none answers.
 */
export async function readGasPrice(
  chain: Pick<SolverChain, 'client' | 'endpoints'>,
  graceMs?: number,
): Promise<bigint> {
  const told = await enoughAnswers(
    chain,
    (client) => estimateFeesPerGas(client, { chain: chain.client.chain }),
    graceMs,
  )
  return told.map(({ maxFeePerGas }) => maxFeePerGas).toSorted((a, b) => (a > b ? -1 : 1))[0] as bigint
}
