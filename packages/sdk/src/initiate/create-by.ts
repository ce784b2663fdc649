import { readVault } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { CreateInitiation } from '../client/types.ts'
import { send } from '../wallet/send.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { requireValidSignature } from './require-valid-signature.ts'
import type { Sent, SourceSide, Submitter } from './source-side.ts'

/**
 * Creates the escrow with the user's signature: through the relayer, or by a transaction of the wallet.
 *
 * @throws `SIGNATURE_REFUSED`; the relayer's and viem's errors.
 */
export async function createBy(
  submitter: Submitter,
  { body, data }: { body: CreateInitiation; data: () => Hex },
  { wallet, source }: { wallet: Wallet; source: SourceSide },
): Promise<Sent> {
  if (submitter.by === 'relayer') {
    await requireValidSignature(wallet, source, { path: body.type, data })
    await submitter.client.createInitiation(body)
    return { walletTxHashes: [], createTxHash: null }
  }
  const isCreated = async () => (await readVault(wallet, source)).state !== 'missing'
  const createTxHash = await send(wallet, source.chain, { to: source.registry, data: data() }, isCreated)
  return { walletTxHashes: [createTxHash], createTxHash }
}
