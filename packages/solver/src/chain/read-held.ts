import { nativeToken } from '@tandem/escrow'
import { type Address, erc20Abi } from 'viem'
import type { SolverChain } from './chain.ts'
import type { Sender } from './sender.ts'

/** The gas that one of the solver's transactions may use at the most. */
const gasOfOne = 300_000n

/**
 * The amount of a token that the solver can pay out now, in base units: its balance, and of the native token less what
 * the transactions under way and as many again may cost.
 */
export async function readHeld(
  { client }: Pick<SolverChain, 'client'>,
  token: Address,
  sender: Pick<Sender, 'load'>,
): Promise<bigint> {
  const owner = client.account.address
  if (token !== nativeToken)
    return client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const [balance, { maxFeePerGas }] = await Promise.all([
    client.getBalance({ address: owner }),
    client.estimateFeesPerGas(),
  ])
  const { waiting, busy } = sender.load
  return balance - maxFeePerGas * gasOfOne * BigInt(2 * (waiting + busy) + 1)
}
