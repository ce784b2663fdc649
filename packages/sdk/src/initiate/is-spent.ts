import { permitTypedData } from '@tandem/escrow'
import { erc20Abi, type Hex, isAddressEqual, recoverTypedDataAddress } from 'viem'
import { readContract } from 'viem/actions'
import type { CreateInitiation } from '../client/types.ts'
import { hasCode } from '../wallet/read-account.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { noncesAbi } from './initiate-permit.ts'
import { readPermitDomain } from './permit-domain.ts'
import type { SourceSide } from './source-side.ts'

/**
 * Whether a kept signature can no longer pay, because another swap of the same wallet has used the allowance or the
 * permit's nonce that it depends on. The user then has to sign again. That is safe, because a vault can be created only
 * once.
 */
export async function isSpent(wallet: Wallet, source: SourceSide, body: CreateInitiation): Promise<boolean> {
  if (body.type !== 'permit' && body.type !== 'signed') return false
  const { terms, registry, chain, order } = source
  const { token, amount } = terms
  const owner = wallet.account.address
  const allowance = await readContract(wallet, {
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, registry],
  })
  if (allowance >= amount) return false
  if (body.type === 'signed') return true
  // For an account with code this cannot be checked here, because its contract decides about its signatures.
  if (await hasCode(wallet, owner)) return false
  const chainId = chain.chain_id
  const [domain, nonce] = await Promise.all([
    readPermitDomain(wallet, { token, chainId, asset: order.source_intent.asset }),
    readContract(wallet, { address: token, abi: noncesAbi, functionName: 'nonces', args: [owner] }),
  ])
  const deadline = BigInt(body.permit_deadline)
  const permit = permitTypedData({
    ...domain,
    token,
    chainId,
    owner,
    spender: registry,
    value: amount,
    nonce,
    deadline,
  })
  const signer = await recoverTypedDataAddress({ ...permit, signature: body.permit_signature as Hex })
  return !isAddressEqual(signer, owner)
}
