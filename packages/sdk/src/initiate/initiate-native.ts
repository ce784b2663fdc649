import { encodeCreateEscrowNative } from '@tandem/escrow'
import { send, type Wallet } from '../wallet.ts'
import type { SourceSide } from './source-side.ts'

export async function initiateNative(wallet: Wallet, { chain, registry, terms }: SourceSide) {
  const hash = await send(wallet, chain, {
    to: registry,
    data: encodeCreateEscrowNative(terms),
    value: terms.amount,
  })
  return { walletTxHashes: [hash], createTxHash: hash }
}
