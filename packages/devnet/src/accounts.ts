import { type DevAccount, devAccounts } from '@tandem/local-services'

export type { DevAccount }

function devAccount(index: number): DevAccount {
  const account = devAccounts[index]
  if (account === undefined) throw new Error(`there is no account ${index}`)
  return account
}

/** The accounts of the devnet. Each has 10,000 of the native token on every chain from the start. */
export const accounts = {
  /** The account that deploys the contracts, and hands out tokens. */
  faucet: devAccount(0),
  user: devAccount(1),
  /** The account that delivers the bridge's messages on the L1. */
  messageRelay: devAccount(7),
  relayer: devAccount(8),
  solver: devAccount(9),
} as const
