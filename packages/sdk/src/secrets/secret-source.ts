import type { Address, Hex } from 'viem'

/** The swap for which a secret is made. */
export interface SecretContext {
  /** The source chain's id. */
  chainId: number
  /** The creator of the source escrow. */
  owner: Address
  /** When the swap is started, in unix milliseconds. No two swaps of a process have the same. */
  startedAtMs: number
  /** What the swap is worth in US dollars at the pinned price ceilings; `undefined` counts as more than any limit. */
  worthUsd?: number | undefined
}

/** A secret, and whether it can be made again. */
export interface MadeSecret {
  secret: Hex
  /** With `wallet`, the wallet can make the secret again. With `stored`, it is lost when the store is lost. */
  origin: 'wallet' | 'stored'
}

/** Makes the secrets of swaps. `walletSecrets` is one; an application can have its own. */
export interface SecretSource {
  /** Makes the secret of a new swap. */
  make(context: SecretContext): Promise<MadeSecret>
  /** Finds the secret of a commitment hash; `undefined` when this wallet has not made it. */
  find(context: Pick<SecretContext, 'chainId' | 'owner'>, wanted: WantedSecret): Promise<Hex | undefined>
}

/** The commitment hash of a secret, and between which times its swap was started, in unix milliseconds. */
export interface WantedSecret {
  commitmentHash: Hex
  fromMs: number
  toMs: number
  /** The most likely time, from which the search begins; `toMs` by default. */
  nearMs?: number
}
