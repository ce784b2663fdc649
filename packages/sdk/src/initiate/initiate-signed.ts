import { createEscrowTypedData, encodeCreateEscrowSigned, readVault } from '@tandem/escrow'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { readContract } from 'viem/actions'
import { ensureChain } from '../ensure-chain.ts'
import { sendTogether } from '../send-together.ts'
import { signForContracts } from '../sign.ts'
import { send, type Wallet, type WalletCall } from '../wallet.ts'
import { type SourceSide, type Submitter, signatureDeadline } from './source-side.ts'

/** At once where the wallet can (EIP-5792). */
export async function initiateSigned(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, registry, terms, order } = source
  const { account } = wallet
  const walletTxHashes: Hex[] = []
  const create = (): WalletCall => ({
    to: registry,
    data: encodeCreateEscrowSigned({ terms, deadline: 0, creatorSignature: '0x' }),
  })
  const allowance = await readContract(wallet, {
    address: terms.token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account.address, registry],
  })
  if (allowance < terms.amount) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [registry, terms.amount] })
    const approve = { to: terms.token, data }
    const isCreated = async () => (await readVault(wallet, source)).state !== 'missing'
    const together =
      submitter.by === 'wallet' ? await sendTogether(wallet, chain, [approve, create()], isCreated) : undefined
    if (together !== undefined) return { walletTxHashes: together, createTxHash: together.at(-1) ?? null }
    walletTxHashes.push(await send(wallet, chain, approve))
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
