import type { Address, Client } from 'viem'
import { readContract } from 'viem/actions'
import type { EscrowTerms } from './escrow-terms.ts'
import { vaultLensAbi } from './generated/abi.ts'
import { vaultLensBytecode } from './generated/bytecode.ts'
import { isSameAddress } from './same-address.ts'
import { type VaultView, vaultStates } from './vault-view.ts'

/**
 * Reads many vaults of a registry at one block by one `eth_call`, which brings the code that reads them along
 * (`VaultLens`): the endpoint must let a call create a contract, as every node does. The registry is asked what has become
 * of each; it must be one that the caller trusts.
 *
 * @param options.vaults each with its terms. A vault that does not stand where its terms put it has not these terms.
 * @returns for each what stands there, in order; `undefined` where its balance cannot be read.
 * @throws viem's errors when the chain cannot be read.
 */
export async function readVaults(
  client: Client,
  options: {
    registry: Address
    vaults: readonly { vault: Address; terms: EscrowTerms }[]
    blockNumber?: bigint
    blockTag?: 'latest' | 'pending' | 'safe' | 'finalized'
  },
): Promise<(VaultView | undefined)[]> {
  const { registry, vaults, blockNumber, blockTag } = options
  const [hasRegistry, looks] = await readContract(client, {
    abi: vaultLensAbi,
    code: vaultLensBytecode,
    functionName: 'look',
    args: [registry, vaults.map(({ terms }) => terms)],
    ...(blockNumber === undefined ? { blockTag: blockTag ?? 'latest' } : { blockNumber }),
  })
  return vaults.map(({ vault }, index) => {
    const look = looks[index]
    if (look === undefined) return undefined
    // Before the registry was there, nothing can be said of where a vault will stand.
    if (!hasRegistry) return { state: 'missing' }
    if (!isSameAddress(look.vault, vault)) return { state: 'open', hasTerms: false, balance: 0n }
    if (!look.isDeployed) return { state: 'missing' }
    const state = vaultStates[look.state]
    if (!look.isRead || state === undefined) return undefined
    return { state, hasTerms: true, balance: look.balance }
  })
}
