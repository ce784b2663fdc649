import { type Address, type Client, isAddressEqual } from 'viem'
import { getBlock } from 'viem/actions'
import type { EscrowTerms } from './escrow-terms.ts'
import { readVault, type VaultReading, type VaultState } from './read-vault.ts'

/** What stands at a vault's address. `hasTerms`: whether its own terms are the expected ones. `balance` in base units. */
export type VaultView = { state: 'missing' } | { state: VaultState; hasTerms: boolean; balance: bigint }

export interface VaultAtDepth {
  /** In the latest block. */
  latest: VaultView
  /** So many blocks deep that it counts as final. */
  atDepth: VaultView
  headNumber: bigint
  /** The timestamp of the latest block, unix seconds: the contract judges deadlines by such a time. */
  chainTime: number
}

/**
 * Reads a vault in the chain's latest block and at its confirmation depth, and compares its terms with the expected
 * ones. The caller has derived the address from these terms.
 *
 * @param options.confirmations blocks, the including one among them, until a fact counts; at least 1.
 * @param options.head the block to take for the latest, to ask several endpoints about the same one.
 * @throws viem's errors when the chain cannot be read.
 */
export async function readVaultAtDepth(
  client: Client,
  options: {
    vault: Address
    terms: EscrowTerms
    confirmations: number
    head?: { number: bigint; timestamp: bigint } | undefined
  },
): Promise<VaultAtDepth> {
  const { vault, terms, confirmations } = options
  const head = options.head ?? (await getBlock(client, { blockTag: 'latest' }))
  const depth = BigInt(confirmations - 1)
  const [latest, atDepth] = await Promise.all([
    readVault(client, { vault, blockNumber: head.number }),
    readVault(client, { vault, blockNumber: head.number > depth ? head.number - depth : 0n }),
  ])
  return {
    latest: viewOf(latest, terms),
    atDepth: viewOf(atDepth, terms),
    headNumber: head.number,
    chainTime: Number(head.timestamp),
  }
}

function viewOf(reading: VaultReading, expected: EscrowTerms): VaultView {
  if (!reading.deployed) return { state: 'missing' }
  return { state: reading.state, hasTerms: isSameTerms(reading.terms, expected), balance: reading.balance }
}

function isSameTerms(one: EscrowTerms, other: EscrowTerms): boolean {
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
