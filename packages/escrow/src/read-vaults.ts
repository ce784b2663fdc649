import type { Address, Client } from 'viem'
import { readContract } from 'viem/actions'
import { vaultLensAbi } from './generated/abi.ts'
import { vaultLensBytecode } from './generated/bytecode.ts'
import { type VaultReading, vaultStates } from './read-vault.ts'

/**
 * Reads many vaults at one block by one `eth_call`, which brings the code that reads them along (`VaultLens`): the
 * endpoint must let a call create a contract, as every node does. It believes what the code at the addresses answers, as
 * {@link readVault} does.
 *
 * @returns for each what stands there, in order; `undefined` where there is something that does not answer as a vault.
 * @throws viem's errors when the chain cannot be read.
 */
export async function readVaults(
  client: Client,
  { vaults, blockNumber }: { vaults: readonly Address[]; blockNumber: bigint },
): Promise<(VaultReading | undefined)[]> {
  const looks = await readContract(client, {
    abi: vaultLensAbi,
    code: vaultLensBytecode,
    functionName: 'look',
    args: [vaults],
    blockNumber,
  })
  return looks.map(({ isDeployed, isRead, terms, state: index, balance }) => {
    if (!isDeployed) return { deployed: false }
    const state = vaultStates[index]
    return isRead && state !== undefined ? { deployed: true, terms, state, balance } : undefined
  })
}
