import type { Belief, VaultFacts } from '@tandem/chain'
import type { EscrowTerms } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { Call } from '../transactions/domain/request.ts'
import type { Escrow } from './domain/escrow.ts'

/** `too_costly`: more gas than a claim leaves. */
export type Payout = 'pays' | 'refuses' | 'too_costly'

export type SettlingKind = 'created' | 'claimed' | 'settled'

/** By a majority. All but `readVault` throw CHAIN_UNAVAILABLE. */
export interface VaultReader {
  /** Now, and at depth. */
  readVault(escrow: Escrow): Promise<Belief<VaultFacts>>
  balanceOf(token: Address, owner: Address): Promise<bigint>
  allowance(token: Address, owner: Address, spender: Address): Promise<bigint>
  /** Within a claim's gas; the question holds no secret. */
  canPay(vault: Address, terms: EscrowTerms): Promise<Payout>
  /** Contracts, and accounts that delegate to one (EIP-7702). */
  hasCode(address: Address): Promise<boolean>
  /** A call without a secret: endpoints see its calldata. */
  simulate(from: Address, call: Call, gas: bigint): Promise<boolean>
  /** Unix seconds. */
  headTime(): Promise<number>
  /** Newest blocks first. */
  findSettlingTx(vault: Address, kind: SettlingKind): Promise<{ hash: Hex; blockNumber: bigint } | undefined>
  /** A key's, or a contract's (ERC-1271). */
  isSignedBy(party: Address, typedData: unknown, signature: Hex): Promise<boolean>
  isHopRouteOpen(hopBridge: Address, token: Address, destBlockchainId: Hex): Promise<boolean>
}
