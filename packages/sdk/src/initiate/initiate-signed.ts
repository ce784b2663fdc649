import { createEscrowTypedData, encodeCreateEscrowSigned } from '@tandem/escrow'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { readContract } from 'viem/actions'
import { ensureChain } from '../ensure-chain.ts'
import { signForContracts } from '../sign.ts'
import { send, type Wallet } from '../wallet.ts'
import { type SourceSide, type Submitter, signatureDeadline } from './source-side.ts'

/**
 * Has the vault created from an allowance: by the relayer with the creator's signature over the terms, or by the wallet
 * itself, which then needs no signature.
 */
export async function initiateSigned(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, registry, terms, order } = source
  const { account } = wallet
  const walletTxHashes: Hex[] = []
  const allowance = await readContract(wallet, {
    address: terms.token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account.address, registry],
  })
  if (allowance < terms.amount) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [registry, terms.amount] })
    walletTxHashes.push(await send(wallet, chain, { to: terms.token, data }))
  }
  if (submitter.by === 'wallet') {
    const data = encodeCreateEscrowSigned({ terms, deadline: 0, creatorSignature: '0x' })
    const createTxHash = await send(wallet, chain, { to: registry, data })
    return { walletTxHashes: [...walletTxHashes, createTxHash], createTxHash }
  }
  const deadline = await signatureDeadline(wallet)
  const creation = createEscrowTypedData({ chainId: chain.chain_id, registry, terms, deadline })
  await ensureChain(wallet, chain)
  const creatorSignature = await signForContracts(wallet, creation)
  await submitter.client.createInitiation({
    type: 'signed',
    order_id: order.order_id,
    deadline,
    creator_signature: creatorSignature,
  })
  return { walletTxHashes, createTxHash: null }
}
