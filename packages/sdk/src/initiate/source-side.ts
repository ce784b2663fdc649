import { type EscrowTerms, nativeToken, readVault } from '@tandem/escrow'
import { type Address, bytesToHex, erc20Abi, type Hex, isAddressEqual } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import type { TandemClient } from '../client/create-client.ts'
import type { CreateInitiation, Order } from '../client/types.ts'
import type { InTurn, SwitchChain } from '../ensure-chain.ts'
import { hasCode } from '../has-code.ts'
import type { VerifiedChain } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { escrowOf } from '../verify-order.ts'
import { send, type Wallet } from '../wallet.ts'

/** The ways to bring a source escrow on chain. */
export const initiationPaths = ['prefunded', 'native', 'permit', 'signed', 'permit2', 'eip3009'] as const
export type InitiationPath = (typeof initiationPaths)[number]

/** The sender of the transaction that creates the escrow: the relayer, or the wallet itself. */
export type Submitter = { by: 'relayer'; client: TandemClient } | { by: 'wallet' }

/** The outcome of an initiation, by what the source chain shows. */
export interface Initiated {
  /** The path that was gone: `prefunded`, whatever was asked for, where the vault held its amount already. */
  path: InitiationPath
  /** Sent by the wallet: a transfer to the vault, an approval, or the creation itself. */
  walletTxHashes: Hex[]
  /** `null` with the relayer: the order will carry it; also where a wallet that sends calls together names none. */
  createTxHash: Hex | null
  /**
   * The state that the chain shows at the vault's address: `created`, the escrow stands with its terms and amount;
   * `funded`, the address holds the amount and the escrow is not created yet; `nothing`, only signatures were handed
   * over.
   */
  shown: 'created' | 'funded' | 'nothing'
}

/** Options of a step that uses a wallet. */
export interface StepOptions {
  /** The handling of a wallet on another chain; an error by default. */
  switchChain?: SwitchChain
  /** Gives each step its turn where several swaps share a wallet; a step begins at once by default. */
  inTurn?: InTurn
}

/** Options of a step that the application can end. */
export interface SignalledStep extends StepOptions {
  signal?: AbortSignal | undefined
}

/** The source escrow of a verified order, and the chain it belongs to. */
export interface SourceSide {
  order: Order
  chain: VerifiedChain
  terms: EscrowTerms
  registry: Address
  vault: Address
}

/** The source escrow of a verified order. */
export function sourceSideOf(order: Order, chain: VerifiedChain): SourceSide {
  return { order, chain, ...escrowOf(order.source_intent) }
}

/**
 * The state that the source chain shows at the vault's address now.
 *
 * @throws TandemError `VAULT_MISMATCH` when something else than the agreed escrow stands there.
 */
export async function readShown(wallet: Wallet, source: SourceSide): Promise<Initiated['shown']> {
  const { terms, vault } = source
  const reading = await readVault(wallet, source)
  if (reading.state === 'missing')
    return (await readHeld(wallet, terms.token, vault)) >= terms.amount ? 'funded' : 'nothing'
  // A claimed or cancelled escrow paid out: it was created, and holds nothing any more.
  if (!reading.hasTerms || (reading.state === 'open' && reading.balance < terms.amount))
    throw new TandemError('VAULT_MISMATCH', `what stands at ${vault} is not the agreed escrow`)
  return 'created'
}

/**
 * The amount of a token that an address holds on the wallet's chain, in base units. The native token counts once it is
 * created.
 */
export async function readHeld(
  wallet: Wallet,
  token: Address,
  owner: Address,
  blockTag: 'latest' | 'pending' = 'latest',
): Promise<bigint> {
  if (isAddressEqual(token, nativeToken)) return 0n
  return readContract(wallet, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner], blockTag })
}

/**
 * Asserts that the pinned registry stands on the wallet's chain: money sent to a predicted address comes back only
 * through it.
 *
 * @throws TandemError `UNVERIFIED`.
 */
export async function ensureRegistry(wallet: Wallet, { registry, chain }: SourceSide): Promise<void> {
  if (!(await hasCode(wallet, registry)))
    throw new TandemError('UNVERIFIED', `there is no registry at ${registry} on ${chain.chain}; nothing was sent`)
}

/** 32 random bytes: a nonce of Permit2, which come in any order. */
export const randomNonce = (): Hex => bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32)))

/** Has the escrow created by what the wallet signed: by the relayer, or by the wallet's own transaction. */
export async function createBy(
  submitter: Submitter,
  { body, data }: { body: CreateInitiation; data: () => Hex },
  { wallet, source: { chain, registry } }: { wallet: Wallet; source: SourceSide },
): Promise<{ walletTxHashes: Hex[]; createTxHash: Hex | null }> {
  if (submitter.by === 'relayer') {
    await submitter.client.createInitiation(body)
    return { walletTxHashes: [], createTxHash: null }
  }
  const createTxHash = await send(wallet, chain, { to: registry, data: data() })
  return { walletTxHashes: [createTxHash], createTxHash }
}

/** Seconds for which a signature that creates an escrow holds. */
const signatureLifeSecs = 600

/** By the chain's clock, which judges it; by ours where the chain has had no block for a while. */
export async function signatureDeadline(wallet: Wallet): Promise<number> {
  return (await latestTime(wallet)) + signatureLifeSecs
}

/** Unix seconds: the later of the chain's clock and our own. */
export async function latestTime(wallet: Wallet): Promise<number> {
  const { timestamp } = await getBlock(wallet)
  return Math.max(Number(timestamp), Math.floor(Date.now() / 1000))
}
