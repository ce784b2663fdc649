import type { Address, Hex } from 'viem'

export interface SecretContext {
  /** The source chain's id. */
  chainId: number
  /** The creator of the source escrow. */
  owner: Address
  /** In unix milliseconds. */
  startedAtMs: number
  /** What the swap is worth in US dollars, by the pinned price ceilings; `undefined` counts as more than any limit. */
  worthUsd?: number | undefined
}

export interface MadeSecret {
  secret: Hex
  /** `stored`: the secret is lost when the store is lost. */
  origin: 'wallet' | 'stored'
}

export interface SecretSource {
  make(context: SecretContext): Promise<MadeSecret>
  /** Finds the secret of a commitment hash; `undefined` when this wallet has not made it. */
  find(context: Pick<SecretContext, 'chainId' | 'owner'>, wanted: WantedSecret): Promise<Hex | undefined>
}

/** The secret to find. Times are in unix milliseconds. */
export interface WantedSecret {
  commitmentHash: Hex
  fromMs: number
  toMs: number
  nearMs?: number
}
