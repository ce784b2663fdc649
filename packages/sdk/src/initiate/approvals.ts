import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { call, readContract } from 'viem/actions'
import { isRevert } from '../wallet/is-revert.ts'
import type { Wallet, WalletCall } from '../wallet/wallet.ts'
import type { SourceSide } from './source-side.ts'

/**
 * The approvals that the wallet still has to send, in order. Some tokens, such as USDT, refuse to change an allowance
 * that is not zero, so the rest of an earlier approval is reset to zero first.
 *
 * @param options.amount what to approve, in base units; the escrow's amount by default.
 */
export async function approvalsOf(
  wallet: Wallet,
  { terms }: SourceSide,
  { spender, amount = terms.amount }: { spender: Address; amount?: bigint },
): Promise<WalletCall[]> {
  const { token } = terms
  const owner = wallet.account.address
  const allowance = await readContract(wallet, {
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, spender],
  })
  if (allowance >= terms.amount) return []
  const approve = (value: bigint): WalletCall => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, value] }),
  })
  const isRefused = allowance > 0n && (await wouldRevert(wallet, approve(amount)))
  return isRefused ? [approve(0n), approve(amount)] : [approve(amount)]
}

const wouldRevert = (wallet: Wallet, approval: WalletCall): Promise<boolean> =>
  call(wallet, { account: wallet.account.address, ...approval }).then(
    () => false,
    (error: unknown) => {
      if (isRevert(error)) return true
      throw error
    },
  )
