import { type EscrowTerms, readVault, type VaultReading } from '@tandem/escrow'
import { type Address, isAddressEqual } from 'viem'
import type { SideView, VaultView } from '../domain/decide.ts'
import type { SolverChain } from './chain.ts'

/** Reads one side of an order from the chain: the vault in the latest block, and at the chain's confirmation depth. */
export async function readSide({ client, config }: SolverChain, vault: Address, terms: EscrowTerms): Promise<SideView> {
  const head = await client.getBlock({ blockTag: 'latest' })
  const depth = BigInt(config.confirmations - 1)
  const [latest, atDepth] = await Promise.all([
    readVault(client, { vault, blockNumber: head.number }),
    readVault(client, { vault, blockNumber: head.number > depth ? head.number - depth : 0n }),
  ])
  return { terms, latest: view(latest, terms), atDepth: view(atDepth, terms), chainTime: Number(head.timestamp) }
}

function view(reading: VaultReading, terms: EscrowTerms): VaultView {
  if (!reading.deployed) return { state: 'missing' }
  return { state: reading.state, hasTerms: isSame(reading.terms, terms), balance: reading.balance }
}

function isSame(one: EscrowTerms, other: EscrowTerms): boolean {
  return (
    isAddressEqual(one.token, other.token) &&
    isAddressEqual(one.creator, other.creator) &&
    isAddressEqual(one.recipient, other.recipient) &&
    isAddressEqual(one.hopBridge, other.hopBridge) &&
    one.amount === other.amount &&
    one.cancelAfter === other.cancelAfter &&
    one.commitmentHash === other.commitmentHash
  )
}
