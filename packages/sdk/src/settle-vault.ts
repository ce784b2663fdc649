import { type EscrowTerms, readVault, type VaultView } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { untilShown } from './sleep.ts'
import { TandemError } from './tandem-error.ts'
import { sendUnlessDone, type Wallet, type WantedChain } from './wallet.ts'

export interface Settling {
  chain: WantedChain
  escrow: { registry: Address; vault: Address; terms: EscrowTerms }
  data: Hex
  gas?: bigint
  wanted: readonly VaultView['state'][]
}

/**
 * `null` when another party was first.
 * @throws `NOT_ON_CHAIN`; {@link sendUnlessDone}'s errors.
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

export const notOnChain = ({ chain }: WantedChain, txHash: Hex | null): TandemError =>
  new TandemError('NOT_ON_CHAIN', `transaction ${txHash} was mined, and ${chain} does not show its effect`, {
    retryable: true,
    details: { tx_hash: txHash },
  })
