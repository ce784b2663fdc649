import { createEscrowTypedData, encodeCreateEscrowSigned, readVault } from '@tandem/escrow'
import type { Hex } from 'viem'
import { send } from '../wallet/send.ts'
import { sendTogether } from '../wallet/send-together.ts'
import { signForContracts } from '../wallet/sign.ts'
import { ensureChain, type Wallet } from '../wallet/wallet.ts'
import { approvalsOf } from './approvals.ts'
import { createBy } from './create-by.ts'
import { ownCreation } from './planned-calls.ts'
import { type SourceSide, type Submitter, signatureDeadline } from './source-side.ts'

/** Approves the registry and creates the escrow, in one batch if the wallet can do that (EIP-5792). */
export async function initiateSigned(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, registry, terms, order } = source
  const walletTxHashes: Hex[] = []
  const approvals = await approvalsOf(wallet, source, { spender: registry })
  const creation = ownCreation(source)
  const isCreated = async () => (await readVault(wallet, source)).state !== 'missing'
  if (approvals.length > 0) {
    const together =
      submitter.by === 'wallet' ? await sendTogether(wallet, chain, [...approvals, creation], isCreated) : undefined
    if (together !== undefined) return { walletTxHashes: together, createTxHash: together.at(-1) ?? null }
    for (const approval of approvals) walletTxHashes.push(await send(wallet, chain, approval))
  }
  if (submitter.by === 'wallet') {
    const createTxHash = await send(wallet, chain, creation, isCreated)
    return { walletTxHashes: [...walletTxHashes, createTxHash], createTxHash }
  }
  const deadline = await signatureDeadline(wallet)
  const typedData = createEscrowTypedData({ chainId: chain.chain_id, registry, terms, deadline })
  await ensureChain(wallet, chain)
  const creatorSignature = await signForContracts(wallet, typedData)
  const body = {
    type: 'signed',
    order_id: order.order_id,
    deadline,
    creator_signature: creatorSignature,
  } as const
  const data = () => encodeCreateEscrowSigned({ terms, deadline, creatorSignature })
  const created = await createBy(submitter, { body, data }, { wallet, source })
  return { ...created, walletTxHashes: [...walletTxHashes, ...created.walletTxHashes] }
}
