import type { Address, Client } from 'viem'
import { getBlock } from 'viem/actions'
import type { EscrowTerms } from './escrow-terms.ts'
import { readVault, type VaultReading, type VaultState } from './read-vault.ts'
import { isSameAddress } from './same-address.ts'

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
 * @param options.tag instead of confirmations: the block that the chain itself calls safe, or final.
 * @throws viem's errors when the chain cannot be read.
 */
export async function readVaultAtDepth(
  client: Client,
  options: {
    vault: Address
    terms: EscrowTerms
    confirmations: number | null
    tag?: 'safe' | 'finalized' | null | undefined
  },
): Promise<VaultAtDepth> {
  const { vault, terms } = options
  const head = await getBlock(client, { blockTag: 'latest' })
  const counted = await countedBlock(client, head.number, options)
  const [latest, atDepth] = await Promise.all([
    readVault(client, { vault, blockNumber: head.number }),
    readVault(client, { vault, blockNumber: counted }),
  ])
  return {
    latest: viewOf(latest, terms),
    atDepth: viewOf(atDepth, terms),
    headNumber: head.number,
    chainTime: Number(head.timestamp),
  }
}

/** The highest block whose facts count. */
async function countedBlock(
  client: Client,
  head: bigint,
  { confirmations, tag }: { confirmations: number | null; tag?: 'safe' | 'finalized' | null | undefined },
): Promise<bigint> {
  if (tag != null) {
    const { number } = await getBlock(client, { blockTag: tag })
    return number < head ? number : head
  }
  if (confirmations === null) throw new Error('a depth needs confirmations, or a tag')
  const depth = BigInt(confirmations - 1)
  return head > depth ? head - depth : 0n
}

/** A reading, held against the terms that were agreed. */
function viewOf(reading: VaultReading, expected: EscrowTerms): VaultView {
  if (!reading.deployed) return { state: 'missing' }
  return { state: reading.state, hasTerms: isSameTerms(reading.terms, expected), balance: reading.balance }
}

function isSameTerms(one: EscrowTerms, other: EscrowTerms): boolean {
  return (
    isSameAddress(one.token, other.token) &&
    isSameAddress(one.creator, other.creator) &&
    isSameAddress(one.recipient, other.recipient) &&
    isSameAddress(one.hopBridge, other.hopBridge) &&
    one.amount === other.amount &&
    one.cancelAfter === other.cancelAfter &&
    one.commitmentHash === other.commitmentHash
  )
}
