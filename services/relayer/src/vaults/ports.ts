import type { Belief, VaultFacts } from '@tandem/chain'
import type { EscrowTerms } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { Call } from '../transactions/domain/request.ts'
import type { Escrow } from './domain/escrow.ts'

/** The outcome of a vault's payout: too costly is one that needs more gas than a claim leaves for it. */
export type Payout = 'pays' | 'refuses' | 'too_costly'

/** The event whose transaction is looked for: the creation of a vault, its claim, or any settlement. */
export type SettlingKind = 'created' | 'claimed' | 'settled'

/** The escrow vaults of a chain, by the majority of its endpoints. All but `readVault` throw CHAIN_UNAVAILABLE without one. */
export interface VaultReader {
  /** The vault now, and as deep as an order of this worth needs. */
  readVault(escrow: Escrow): Promise<Belief<VaultFacts>>
  /** Base units of the token at this address. */
  balanceOf(token: Address, owner: Address): Promise<bigint>
  /** Simulates the payout of a vault, within the gas that a claim leaves for it. The question holds no secret. */
  canPay(vault: Address, terms: EscrowTerms): Promise<Payout>
  /** Whether a call without a secret succeeds with so much gas. The endpoints are shown its calldata. */
  simulate(from: Address, call: Call, gas: bigint): Promise<boolean>
  /** The time that the chain has reached, unix seconds. */
  headTime(): Promise<number>
  /** The transaction in which the vault was created, claimed or settled otherwise, newest blocks first. */
  findSettlingTx(vault: Address, kind: SettlingKind): Promise<{ hash: Hex; blockNumber: bigint } | undefined>
  /** Whether the contract that will be shown it takes this signature of the party: a key's, or a contract's (ERC-1271). */
  isSignedBy(party: Address, typedData: unknown, signature: Hex): Promise<boolean>
  /** Whether a hop vault of this token can be bridged on to that chain now. */
  isHopRouteOpen(hopBridge: Address, token: Address, destBlockchainId: Hex): Promise<boolean>
}
