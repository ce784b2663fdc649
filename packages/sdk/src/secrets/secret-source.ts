import type { Address, Hex } from 'viem'

export interface SecretContext {
  /** Of the source chain. */
  chainId: number
  /** Creator of the source. */
  owner: Address
  /** Unix milliseconds. */
  startedAtMs: number
  /** US dollars by the pinned price ceilings; unknown counts as more than any limit. */
  worthUsd?: number | undefined
}

export interface MadeSecret {
  secret: Hex
  /** `stored`: lost with the store. */
  origin: 'wallet' | 'stored'
}

export interface SecretSource {
  make(context: SecretContext): Promise<MadeSecret>
  /** `undefined`: not this wallet's. */
  find(context: Pick<SecretContext, 'chainId' | 'owner'>, wanted: WantedSecret): Promise<Hex | undefined>
}

/** Unix milliseconds. */
export interface WantedSecret {
  commitmentHash: Hex
  fromMs: number
  toMs: number
  nearMs?: number
}
