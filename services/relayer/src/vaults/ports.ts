import type { Belief, VaultFacts } from '@tandem/chain'
import type { EscrowTerms } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { Call } from '../transactions/domain/request.ts'
import type { Escrow } from './domain/escrow.ts'

/** Whether a vault can pay its recipient. `too_costly`: the payout needs more gas than a claim leaves. */
export type Payout = 'pays' | 'refuses' | 'too_costly'

export type SettlingKind = 'created' | 'claimed' | 'settled'

/**
 * Reads vaults and tokens; an answer is what a majority of the endpoints says. All but `readVault` throw CHAIN_UNAVAILABLE
 * without a majority.
 */
export interface VaultReader {
  /** The vault in the latest block and at confirmation depth. */
  readVault(escrow: Escrow): Promise<Belief<VaultFacts>>
  balanceOf(token: Address, owner: Address): Promise<bigint>
  allowance(token: Address, owner: Address, spender: Address): Promise<bigint>
  /** Whether the vault can pay within a claim's gas. The question holds no secret. */
  canPay(vault: Address, terms: EscrowTerms): Promise<Payout>
  /** Whether the address has code: it is a contract, or an account that delegates to one (EIP-7702). */
  hasCode(address: Address): Promise<boolean>
  /** Whether the call would succeed. Endpoints see its calldata, so it must hold no secret. */
  simulate(from: Address, call: Call, gas: bigint): Promise<boolean>
  /** Unix seconds of the newest block. */
  headTime(): Promise<number>
  /** The transaction that settled the vault, from the newest blocks; undefined when it is not found there. */
  findSettlingTx(vault: Address, kind: SettlingKind): Promise<{ hash: Hex; blockNumber: bigint } | undefined>
  /** Whether the party has signed, with a key or as a contract (ERC-1271). */
  isSignedBy(party: Address, typedData: unknown, signature: Hex): Promise<boolean>
  isHopRouteOpen(hopBridge: Address, token: Address, destBlockchainId: Hex): Promise<boolean>
}
