import { type Address, type Hex, toHex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'

/** Anvil's mnemonic: everybody knows its keys. */
const mnemonic = 'test test test test test test test test test test test junk'

export interface DevAccount {
  address: Address
  privateKey: Hex
}

function devAccount(addressIndex: number): DevAccount {
  const key = mnemonicToAccount(mnemonic, { addressIndex }).getHdKey().privateKey
  if (key === null) throw new Error('the mnemonic yields no private key')
  const privateKey = toHex(key)
  return { address: privateKeyToAccount(privateKey).address, privateKey }
}

/** The accounts of the devnet's parties. Each has 10,000 of the native token on every chain from the start. */
export const accounts = {
  /** Deploys the contracts, and hands out tokens. */
  faucet: devAccount(0),
  user: devAccount(1),
  /** Delivers the bridge's messages on the L1. */
  messageRelay: devAccount(7),
  relayer: devAccount(8),
  solver: devAccount(9),
} as const
