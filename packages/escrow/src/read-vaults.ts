import type { Address, Client, Hex } from 'viem'
import { readContract } from 'viem/actions'
import { vaultLensAbi } from './generated/abi.ts'
import { vaultLensBytecode } from './generated/bytecode.ts'
import { vaultStates } from './read-vault.ts'
import type { VaultView } from './read-vault-at-depth.ts'

/**
 * Reads many vaults at one block by one `eth_call`, which brings the code that reads them along (`VaultLens`): the
 * endpoint must let a call create a contract, as every node does. It believes what the code at the addresses answers, as
 * {@link readVault} does.
 *
 * @param options.vaults each with the hash of the terms that are expected of it ({@link hashTerms}).
 * @returns for each what stands there, in order; `undefined` where there is something that does not answer as a vault.
 * @throws viem's errors when the chain cannot be read.
 */
export async function readVaults(
  client: Client,
  { vaults, blockNumber }: { vaults: readonly { vault: Address; termsHash: Hex }[]; blockNumber: bigint },
): Promise<(VaultView | undefined)[]> {
  const looks = await readContract(client, {
    abi: vaultLensAbi,
    code: vaultLensBytecode,
    functionName: 'look',
    args: [vaults.map(({ vault }) => vault)],
    blockNumber,
  })
  return vaults.map(({ termsHash }, index) => {
    const look = looks[index]
    if (look === undefined) return undefined
    if (!look.isDeployed) return { state: 'missing' }
    const state = vaultStates[look.state]
    if (!look.isRead || state === undefined) return undefined
    return { state, hasTerms: look.termsHash === termsHash, balance: look.balance }
  })
}
