import { nativeToken } from '@tandem/escrow'
import { type Address, type Client, erc20Abi } from 'viem'
import { estimateFeesPerGas, getBalance, readContract } from 'viem/actions'
import { byTwo } from './account-panel.ts'
import { enoughAnswers } from './ask-each.ts'
import type { SolverChain } from './chain.ts'
import type { Sender } from './sender.ts'

/** The gas that one of the solver's transactions may use at the most. */
const gasOfOne = 300_000n

/**
 * The amount of a token that the solver can pay out now, in base units: its balance, and of the native token less what
 * the transactions under way and as many again may cost.
 */
export const readHeld = (
  chain: Pick<SolverChain, 'client'>,
  token: Address,
  sender: Pick<Sender, 'load'>,
): Promise<bigint> => heldAt(chain.client, chain, token, sender)

/** The same, no more than two endpoints say: what is paid out and is not there holds up whatever is sent after it. */
export async function readHeldByTwo(
  chain: Pick<SolverChain, 'client' | 'endpoints'>,
  token: Address,
  sender: Pick<Sender, 'load'>,
): Promise<bigint> {
  const said = await enoughAnswers(chain, (client) => heldAt(client, chain, token, sender))
  return byTwo(said.toSorted((a, b) => (a > b ? -1 : 1))) as bigint
}

async function heldAt(
  client: Client,
  { client: { account, chain } }: Pick<SolverChain, 'client'>,
  token: Address,
  sender: Pick<Sender, 'load'>,
): Promise<bigint> {
  const owner = account.address
  if (token !== nativeToken)
    return readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const [balance, { maxFeePerGas }] = await Promise.all([
    getBalance(client, { address: owner }),
    estimateFeesPerGas(client, { chain }),
  ])
  const { waiting, busy } = sender.load
  return balance - maxFeePerGas * gasOfOne * BigInt(2 * (waiting + busy) + 1)
}
