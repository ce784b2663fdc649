import { type Address, type Client, erc20Abi } from 'viem'
import { getBalance, getCode, readContract } from 'viem/actions'
import type { EscrowTerms } from './escrow-terms.ts'
import { escrowVaultAbi } from './generated/abi.ts'
import { nativeToken } from './native-token.ts'

/** The states of a vault that exists, in the order of the contract's enum. */
export const vaultStates = ['open', 'claimed', 'cancelled'] as const
export type VaultState = (typeof vaultStates)[number]

/** What stands at a vault's address. `balance` in base units of the escrow's token. */
export type VaultReading =
  | { deployed: false }
  | { deployed: true; state: VaultState; terms: EscrowTerms; balance: bigint }

/**
 * Reads a vault at one block. It believes what the code at the address answers: the caller must have derived the
 * address from the terms ({@link predictVault}) or compare them.
 *
 * @throws viem's errors when the chain cannot be read, or when the code at the address is no vault.
 */
export async function readVault(
  client: Client,
  options: { vault: Address; blockNumber?: bigint; blockTag?: 'latest' | 'pending' | 'safe' | 'finalized' },
): Promise<VaultReading> {
  const { vault, blockNumber, blockTag } = options
  const at = blockNumber === undefined ? { blockTag: blockTag ?? ('latest' as const) } : { blockNumber }
  const code = await getCode(client, { address: vault, ...at })
  if (code === undefined || code === '0x') return { deployed: false }

  const contract = { address: vault, abi: escrowVaultAbi, ...at } as const
  const [terms, stateIndex] = await Promise.all([
    readContract(client, { ...contract, functionName: 'terms' }),
    readContract(client, { ...contract, functionName: 'state' }),
  ])
  const state = vaultStates[stateIndex]
  if (state === undefined) throw new Error(`the vault ${vault} is in an unknown state: ${stateIndex}`)
  const balance =
    terms.token === nativeToken
      ? await getBalance(client, { address: vault, ...at })
      : await readContract(client, {
          address: terms.token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [vault],
          ...at,
        })
  return { deployed: true, state, terms, balance }
}
