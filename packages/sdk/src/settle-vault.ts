import { type EscrowTerms, readVault, type VaultView } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { WantedChain } from './ensure-chain.ts'
import { TandemError } from './tandem-error.ts'
import { untilShown } from './until-shown.ts'
import { sendUnlessDone, type Wallet } from './wallet.ts'

/** A call to the registry that settles a vault. */
export interface Settling {
  chain: WantedChain
  escrow: { registry: Address; vault: Address; terms: EscrowTerms }
  data: Hex
  /** The most gas that it may use; by default as much as the wallet estimates. */
  gas?: bigint
  /** The states in which the vault is settled. */
  wanted: readonly VaultView['state'][]
}

/**
 * Settles a vault, unless another party is first, and waits until the wallet's endpoint shows it.
 *
 * @returns the transaction, or `null` when another party was first; and the state.
 * @throws TandemError `NOT_ON_CHAIN`; what {@link sendUnlessDone} throws.
 */
export async function settleVault(wallet: Wallet, { chain, escrow, data, wanted, gas }: Settling) {
  const read = async () => (await readVault(wallet, escrow)).state
  const isShown = (state: VaultView['state']) => wanted.includes(state)
  const call = { to: escrow.registry, data, ...(gas === undefined ? {} : { gas }) }
  const txHash = await sendUnlessDone(wallet, chain, call, async () => isShown(await read()))
  const state = await untilShown(read, isShown)
  if (!isShown(state)) throw notOnChain(chain, txHash)
  return { txHash, state }
}

/** The error of a transaction whose effect the chain does not show. */
export const notOnChain = ({ chain }: WantedChain, txHash: Hex | null): TandemError =>
  new TandemError('NOT_ON_CHAIN', `transaction ${txHash} was mined, and ${chain} does not show its effect`, {
    retryable: true,
    details: { tx_hash: txHash },
  })
