import type { Address, Client, Hex } from 'viem'
import { getBlock } from 'viem/actions'
import type { EscrowTerms } from './escrow-terms.ts'
import { readVaults } from './read-vaults.ts'
import type { VaultView } from './vault-view.ts'

export interface VaultAtDepth {
  /** In the latest block. */
  latest: VaultView
  /** So many blocks deep that it counts as final. */
  atDepth: VaultView
  headNumber: bigint
  /** The timestamp of the latest block, unix seconds: the contract judges deadlines by such a time. */
  chainTime: number
}

/** The same, and the latest block's hash: it says which chain of blocks this was read from. */
export interface VaultAtHead extends VaultAtDepth {
  headHash: Hex
}

/**
 * Reads a vault in the chain's latest block and at its confirmation depth: one question for each, beside those for the blocks.
 *
 * @param options.confirmations blocks, the including one among them, until a fact counts; at least 1.
 * @param options.tag instead of confirmations: the block that the chain itself calls safe, or final.
 * @throws viem's errors when the chain cannot be read; Error when what stands there does not answer as a vault.
 */
export async function readVaultAtDepth(
  client: Client,
  options: {
    registry: Address
    vault: Address
    terms: EscrowTerms
    confirmations: number | null
    tag?: 'safe' | 'finalized' | null | undefined
  },
): Promise<VaultAtHead> {
  const { registry, vault, terms } = options
  const head = await getBlock(client, { blockTag: 'latest' })
  const counted = await countedBlock(client, head.number, options)
  const readAt = async (blockNumber: bigint): Promise<VaultView> => {
    const [view] = await readVaults(client, { registry, vaults: [{ vault, terms }], blockNumber })
    if (view === undefined) throw new Error(`what stands at ${vault} does not answer as a vault`)
    return view
  }
  const [latest, atDepth] = await Promise.all([readAt(head.number), readAt(counted)])
  const { number: headNumber, hash: headHash, timestamp } = head
  return { latest, atDepth, headNumber, headHash, chainTime: Number(timestamp) }
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
