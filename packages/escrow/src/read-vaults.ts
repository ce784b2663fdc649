import { type Address, type Client, keccak256 } from 'viem'
import { readContract } from 'viem/actions'
import type { EscrowTerms } from './escrow-terms.ts'
import { vaultLensAbi } from './generated/abi.ts'
import { vaultLensBytecode } from './generated/bytecode.ts'
import { packTerms } from './pack-terms.ts'
import { vaultStates } from './read-vault.ts'
import type { VaultView } from './read-vault-at-depth.ts'

/**
 * Reads many vaults at one block by one `eth_call`, which brings the code that reads them along (`VaultLens`): the
 * endpoint must let a call create a contract, as every node does. It believes what the code at the addresses answers, as
 * {@link readVault} does.
 *
 * @param options.vaults each with the terms that are expected of it.
 * @returns for each what stands there, in order; `undefined` where there is something that does not answer as a vault.
 * @throws viem's errors when the chain cannot be read.
 */
export async function readVaults(
  client: Client,
  { vaults, blockNumber }: { vaults: readonly { vault: Address; terms: EscrowTerms }[]; blockNumber: bigint },
): Promise<(VaultView | undefined)[]> {
  const looks = await readContract(client, {
    abi: vaultLensAbi,
    code: vaultLensBytecode,
    functionName: 'look',
    args: [vaults.map(({ vault }) => vault)],
    blockNumber,
  })
  return vaults.map(({ terms }, index) => {
    const look = looks[index]
    if (look === undefined) return undefined
    if (!look.isDeployed) return { state: 'missing' }
    const state = vaultStates[look.state]
    if (!look.isRead || state === undefined) return undefined
    return { state, hasTerms: look.termsHash === keccak256(packTerms(terms)), balance: look.balance }
  })
}
