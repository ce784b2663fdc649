import { encodeCancel, encodeRecoverPrefund, nativeToken, readVault } from '@tandem/escrow'
import { type Address, erc20Abi, type Hex, isAddressEqual } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import type { Order } from './client.ts'
import { TandemError } from './tandem-error.ts'
import { termsOf } from './verify-order.ts'
import { send, type Wallet } from './wallet.ts'

/**
 * Takes back what the user put into the source vault, as the vault's state allows. The contract pays the creator, whoever
 * sends it.
 *
 * @returns the transaction, or `null` when nothing is there to be taken back.
 * @throws TandemError `NOT_CANCELLABLE_YET` while the escrow can still be claimed (chain time).
 */
export async function cancelSource(order: Order, wallet: Wallet): Promise<Hex | null> {
  const { source_intent: source } = order
  const vault = source.swap_id as Address
  const terms = termsOf(source)
  const reading = await readVault(wallet, { vault })
  if (reading.deployed) {
    if (reading.state !== 'open') return null
    const { timestamp } = await getBlock(wallet)
    if (Number(timestamp) < terms.cancelAfter)
      throw new TandemError('NOT_CANCELLABLE_YET', `the escrow can be cancelled from ${terms.cancelAfter} on`, {
        retryable: true,
        details: { cancel_after: terms.cancelAfter, chain_time: Number(timestamp) },
      })
    return send(wallet, { to: vault, data: encodeCancel() })
  }
  // A native escrow is created by the transaction that funds it.
  if (isAddressEqual(terms.token, nativeToken)) return null
  const held = await readContract(wallet, {
    address: terms.token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [vault],
  })
  if (held === 0n) return null
  return send(wallet, { to: source.registry_address as Address, data: encodeRecoverPrefund(terms) })
}
