import { askLatest } from '@tandem/chain'
import { nativeToken } from '@tandem/escrow'
import { BaseError, ExecutionRevertedError, encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { call, readContract } from 'viem/actions'
import type { Call } from '../chain/call.ts'
import type { Side } from './sides.ts'

/** An allowance this large counts as unlimited: it is above any supply, and some tokens store 96 bits. */
const standingAllowance = 2n ** 95n

/**
 * Lets the registry move the token of this side without limit, unless it already may.
 *
 * @throws {@link Sender.send}'s errors; UnbelievedError.
 */
export async function requireAllowance(side: Side): Promise<void> {
  const { chain, sender, terms } = side
  if (terms.token === nativeToken) return
  const { account, quorum, registry } = chain
  const contract = { address: terms.token, abi: erc20Abi, functionName: 'allowance' } as const
  const given = await askLatest(quorum, 'allowance', (client) =>
    readContract(client, { ...contract, args: [account.address, registry] }),
  )
  if (given >= standingAllowance) return
  // Some tokens, such as USDT, require an allowance to be set to zero before it is changed.
  const values = given > 0n && (await refusesApproval(side)) ? [0n, maxUint256] : [maxUint256]
  for (const value of values)
    await sender.send({ kind: 'approve', deadline: 0, prepare: async () => approvalCall(side, value) })
}

const approvalCall = ({ chain, terms }: Side, value: bigint): Call => ({
  to: terms.token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [chain.registry, value] }),
})

/** Whether the token refuses a new allowance while a part of an earlier one is left. */
const refusesApproval = (side: Side): Promise<boolean> =>
  askLatest(side.chain.quorum, 'approval', (client) =>
    call(client, { account: side.chain.account.address, ...approvalCall(side, maxUint256) }).then(
      () => false,
      (error: unknown) => {
        if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null)
          return true
        throw error
      },
    ),
  )
