import { encodeCreateEscrow, readVault } from '@tandem/escrow'
import type { Hex } from 'viem'
import { readBalance } from '../wallet/read-account.ts'
import { send, sendUnlessDone } from '../wallet/send.ts'
import { requireNotTaken, sendTogether } from '../wallet/send-together.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { transferTo } from './planned-calls.ts'
import { isFunded, type SourceSide, type Submitter } from './source-side.ts'

/**
 * Sends the tokens to the vault's address and then creates the escrow, in one batch if the wallet can do that
 * (EIP-5792). It only sends what the vault does not hold already.
 */
export async function initiatePrefunded(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, vault, terms } = source
  const walletTxHashes: Hex[] = []
  // `pending` also counts a transfer of an earlier attempt that is not mined yet.
  const held = await readBalance(wallet, terms.token, vault, 'pending')
  const { create, isCreated } = creationOf(wallet, source)
  if (held < terms.amount) {
    const transfer = transferTo(source, terms.amount - held)
    const together =
      submitter.by === 'wallet' ? await sendTogether(wallet, chain, [transfer, create], isCreated) : undefined
    if (together !== undefined) return { walletTxHashes: together, createTxHash: together.at(-1) ?? null }
    requireNotTaken(chain, [create])
    walletTxHashes.push(await send(wallet, chain, transfer, () => isFunded(wallet, source, 'latest')))
  }
  const { createTxHash, ...created } = await createFunded(wallet, source, submitter)
  return { walletTxHashes: [...walletTxHashes, ...created.walletTxHashes], createTxHash }
}

/** Creates the escrow when its vault holds the tokens already. Nothing is paid here. */
export async function createFunded(wallet: Wallet, source: SourceSide, submitter: Submitter) {
  const { chain, order } = source
  if (submitter.by === 'relayer') {
    await submitter.client.createInitiation({ type: 'prefunded', order_id: order.order_id })
    return { walletTxHashes: [], createTxHash: null }
  }
  const { create, isCreated } = creationOf(wallet, source)
  const createTxHash = await sendUnlessDone(wallet, chain, create, isCreated)
  return { walletTxHashes: createTxHash === null ? [] : [createTxHash], createTxHash }
}

const creationOf = (wallet: Wallet, { registry, vault, terms }: SourceSide) => ({
  create: { to: registry, data: encodeCreateEscrow(terms) },
  isCreated: async () => (await readVault(wallet, { registry, vault, terms })).state !== 'missing',
})
