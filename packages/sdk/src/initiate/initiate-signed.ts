import { createEscrowTypedData, encodeCreateEscrowSigned, readVault } from '@tandem/escrow'
import type { Hex } from 'viem'
import { sendTogether } from '../send-together.ts'
import { signForContracts } from '../sign.ts'
import { ensureChain, send, type Wallet, type WalletCall } from '../wallet.ts'
import { approvalOf, type SourceSide, type Submitter, signatureDeadline } from './source-side.ts'

/** At once where the wallet can (EIP-5792). */
export async function initiateSigned(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, registry, terms, order } = source
  const walletTxHashes: Hex[] = []
  const create = (): WalletCall => ({
    to: registry,
    data: encodeCreateEscrowSigned({ terms, deadline: 0, creatorSignature: '0x' }),
  })
  const approval = await approvalOf(wallet, source, { spender: registry })
  if (approval !== undefined) {
    const isCreated = async () => (await readVault(wallet, source)).state !== 'missing'
    const together =
      submitter.by === 'wallet' ? await sendTogether(wallet, chain, [approval, create()], isCreated) : undefined
    if (together !== undefined) return { walletTxHashes: together, createTxHash: together.at(-1) ?? null }
    walletTxHashes.push(await send(wallet, chain, approval))
  }
  if (submitter.by === 'wallet') {
    const createTxHash = await send(wallet, chain, create())
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
