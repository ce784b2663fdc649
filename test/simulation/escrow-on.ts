import { decodeEscrowLog, type EscrowEvent } from '@tandem/escrow'
import type { Block, SimulatedChain } from './simulated-chain.ts'

/** The state of an escrow on a chain, and the block since which it has that state. */
export interface Escrow {
  state: 'open' | 'claimed' | 'cancelled'
  block: bigint
}

const decoded = new WeakMap<Block, EscrowEvent[]>()
function eventsOf(block: Block): EscrowEvent[] {
  const known = decoded.get(block)
  if (known !== undefined) return known
  const events = block.receipts.flatMap(({ logs }) => logs.flatMap((log) => decodeEscrowLog(log) ?? []))
  decoded.set(block, events)
  return events
}

const states = { created: 'open', claimed: 'claimed', hop_dispatched: 'claimed', cancelled: 'cancelled' } as const

/** The escrow at a vault's address, by the events of the chain's blocks. */
export function escrowOn({ blocks }: SimulatedChain, vault: string): Escrow | undefined {
  let found: Escrow | undefined
  for (const block of blocks)
    for (const event of eventsOf(block))
      if (event.vault.toLowerCase() === vault.toLowerCase()) found = { state: states[event.type], block: block.number }
  return found
}
