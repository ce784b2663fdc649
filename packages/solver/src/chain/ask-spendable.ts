import { firstFees } from '@tandem/chain/sending'
import { nativeToken } from '@tandem/escrow'
import { type Address, erc20Abi } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { askReached } from './ask.ts'
import { askMarket } from './ask-fees.ts'
import type { SolverChain } from './chain.ts'
import type { Sender } from './sender.ts'

/** Gas units that one of the solver's transactions uses at most. They are kept back in native money. */
const gasOfOne = 300_000n

/**
 * What the account can pay out of the token now, in base units. Of the native token, twice the gas of all transactions
 * under way is kept back.
 *
 * @throws UnbelievedError
 */
export async function askSpendable(chain: SolverChain, token: Address, sender: Pick<Sender, 'load'>): Promise<bigint> {
  const { quorum, account } = chain
  const owner = account.address
  if (token !== nativeToken)
    return askReached(quorum, 'balance', ({ client }) =>
      readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    )
  const [balance, market] = await Promise.all([
    askReached(quorum, 'balance', ({ client }) => getBalance(client, { address: owner })),
    askMarket(chain),
  ])
  const { waiting, busy } = sender.load
  return balance - firstFees(market).maxFeePerGas * gasOfOne * BigInt(2 * (waiting + busy) + 1)
}
