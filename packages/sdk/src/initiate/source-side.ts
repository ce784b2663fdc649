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

export type Submitter = { by: 'relayer'; client: TandemClient } | { by: 'wallet' }

export interface Initiated {
  /** The path that was used: `prefunded` when the amount was there already. */
  path: InitiationPath
  walletTxHashes: Hex[]
  /** `null` when the relayer creates the escrow. */
  createTxHash: Hex | null
  /** What the wallet's endpoint shows. `nothing`: only signatures were handed over. */
  shown: 'created' | 'funded' | 'nothing'
}

export type Sent = Pick<Initiated, 'walletTxHashes' | 'createTxHash'>

/** What the user has signed before. `until` is in unix seconds. */
export interface EarlierSignature {
  path: InitiationPath
  until: number
}

export interface StepOptions {
  /**
   * Pays by another path although an earlier signature can still be used. Both can then take the amount, and the second
   * comes back only by a refund.
   */
  allowSecondPayment?: boolean | undefined
  /** What to do when the wallet is on another chain. By default that is an error. */
  switchChain?: SwitchChain | undefined
  inTurn?: InTurn | undefined
}

export interface SignalledStep extends StepOptions {
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

/** @throws `VAULT_MISMATCH`. */
export async function readShown(wallet: Wallet, source: SourceSide): Promise<Initiated['shown']> {
  const { terms, vault } = source
  const reading = await readVault(wallet, source)
  if (reading.state === 'missing') return (await isFunded(wallet, source, 'latest')) ? 'funded' : 'nothing'
  // Only an open escrow must hold the amount: a settled one holds nothing.
  if (!reading.hasTerms || (reading.state === 'open' && reading.balance < terms.amount))
    throw new TandemError('VAULT_MISMATCH', `what stands at ${vault} is not the agreed escrow`)
  return 'created'
}

/** Whether the amount is at the vault's address before there is an escrow. Only tokens can be sent ahead. */
export const isFunded = async (wallet: Wallet, { terms, vault }: SourceSide, blockTag: 'latest' | 'pending') =>
  !isAddressEqual(terms.token, nativeToken) && (await readBalance(wallet, terms.token, vault, blockTag)) >= terms.amount

/** @throws `UNVERIFIED` when there is no registry: money comes back only through it. */
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
