import type { InitiationPath } from '@tandem/contracts/rules'
import { type EscrowTerms, nativeToken, readVault } from '@tandem/escrow'
import { type Address, type Hex, isAddressEqual } from 'viem'
import { getBlock } from 'viem/actions'
import type { TandemClient } from '../client/create-client.ts'
import type { Order } from '../client/types.ts'
import type { VerifiedChain } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { escrowOf } from '../verify/verify-order.ts'
import { hasCode, readBalance } from '../wallet/read-account.ts'
import type { InTurn, SwitchChain, Wallet } from '../wallet/wallet.ts'

/** Who sends the transaction that creates the source escrow: a relayer through its client, or the user's wallet. */
export type Submitter = { by: 'relayer'; client: TandemClient } | { by: 'wallet' }

/** The result of an initiation. */
export interface Initiated {
  /** The path that was used. It is `prefunded` when the vault held the amount already. */
  path: InitiationPath
  /** The transactions that the wallet sent, in order. */
  walletTxHashes: Hex[]
  /** The transaction that created the escrow; `null` when the relayer creates it. */
  createTxHash: Hex | null
  /**
   * What the wallet's endpoint shows of the vault. With `nothing`, the relayer has the signatures and will create it.
   */
  shown: 'created' | 'funded' | 'nothing'
}

export type Sent = Pick<Initiated, 'walletTxHashes' | 'createTxHash'>

/** A signature that the user gave before, and the unix second until which it is valid. */
export interface EarlierSignature {
  path: InitiationPath
  until: number
}

/** The options of every step that uses a wallet. */
export interface StepOptions {
  /**
   * With true, the user may pay by another path while an earlier signature is still valid. Both can then take the
   * amount, and the second payment only comes back by a refund.
   */
  allowSecondPayment?: boolean | undefined
  /** What to do when the wallet is on another chain. By default that is an error. */
  switchChain?: SwitchChain | undefined
  /** Makes the swaps that share a wallet use it one after the other. */
  inTurn?: InTurn | undefined
}

/** The options of a step that can be aborted. */
export interface SignalledStep extends StepOptions {
  /** Ends the step with `ABORTED`. Nothing is signed, sent or revealed after that. */
  signal?: AbortSignal | undefined
}

export interface SourceSide {
  order: Order
  chain: VerifiedChain
  terms: EscrowTerms
  registry: Address
  vault: Address
}

export function sourceSideOf(order: Order, chain: VerifiedChain): SourceSide {
  return { order, chain, ...escrowOf(order.source_intent) }
}

/**
 * Reads the source vault through the wallet's endpoint.
 *
 * @throws `VAULT_MISMATCH` when the escrow has other terms, or is open and holds less than its amount.
 */
export async function readShown(wallet: Wallet, source: SourceSide): Promise<Initiated['shown']> {
  const { terms, vault } = source
  const reading = await readVault(wallet, source)
  if (reading.state === 'missing') return (await isFunded(wallet, source, 'latest')) ? 'funded' : 'nothing'
  // An escrow that was claimed or cancelled holds nothing any more.
  if (!reading.hasTerms || (reading.state === 'open' && reading.balance < terms.amount))
    throw new TandemError('VAULT_MISMATCH', `what stands at ${vault} is not the agreed escrow`)
  return 'created'
}

/**
 * Whether tokens of the full amount were sent to the vault's address. The native token cannot be sent before the escrow
 * exists.
 */
export const isFunded = async (wallet: Wallet, { terms, vault }: SourceSide, blockTag: 'latest' | 'pending') =>
  !isAddressEqual(terms.token, nativeToken) && (await readBalance(wallet, terms.token, vault, blockTag)) >= terms.amount

/**
 * @throws `UNVERIFIED` when there is no registry at the address. Nothing must be sent then, because only it can refund.
 */
export async function ensureRegistry(wallet: Wallet, { registry, chain }: SourceSide): Promise<void> {
  if (!(await hasCode(wallet, registry)))
    throw new TandemError('UNVERIFIED', `there is no registry at ${registry} on ${chain.chain}; nothing was sent`)
}

const signatureLifeSecs = 600

export async function signatureDeadline(wallet: Wallet): Promise<number> {
  return Math.max(await chainTime(wallet), Math.floor(Date.now() / 1000)) + signatureLifeSecs
}

/** The time of the newest block, in unix seconds. */
export async function chainTime(wallet: Wallet): Promise<number> {
  const { timestamp } = await getBlock(wallet)
  return Number(timestamp)
}
