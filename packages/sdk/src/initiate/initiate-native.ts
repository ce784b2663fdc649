import { encodeCreateEscrowNative } from '@tandem/escrow'
import { send, type Wallet } from '../wallet.ts'
import type { SourceSide } from './source-side.ts'

/** Creates and funds a vault of the native token by one transaction of the wallet. */
export async function initiateNative(wallet: Wallet, { chain, registry, terms }: SourceSide) {
  const hash = await send(wallet, chain, {
    to: registry,
    data: encodeCreateEscrowNative(terms),
    value: terms.amount,
  })
  return { walletTxHashes: [hash], createTxHash: hash }
}
