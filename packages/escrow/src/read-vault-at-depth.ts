import type { Address, Client, Hex } from 'viem'
import { getBlock } from 'viem/actions'
import type { EscrowTerms } from './escrow-terms.ts'
import { readVaults } from './read-vaults.ts'
import type { VaultView } from './vault-view.ts'

export interface VaultAtDepth {
  /** In the latest block. */
  latest: VaultView
  atDepth: VaultView
  headNumber: bigint
  /** Unix seconds of the latest block. */
  chainTime: number
}

/** With the latest block's hash, which names the branch. */
export interface VaultAtHead extends VaultAtDepth {
  headHash: Hex
}

/**
 * @param options.confirmations with the including block; at least 1.
 * @param options.tag instead: safe, or finalized.
 * @throws viem's errors; Error when the address holds no vault.
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
