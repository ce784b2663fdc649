import { type Address, type Client, erc20Abi } from 'viem'
import { getBalance, getCode, readContract } from 'viem/actions'
import type { EscrowTerms } from './escrow-terms.ts'
import { stateOfAbi, vaultAddressAbi } from './generated/lean-abi.ts'
import { nativeToken } from './native-token.ts'
import { isSameAddress } from './same-address.ts'
import { type VaultView, vaultStates } from './vault-view.ts'

/**
 * Reads one vault; {@link readVaults} reads many. The registry must be one that you trust.
 * @throws viem's errors.
 */
export async function readVault(
  client: Client,
  options: {
    registry: Address
    vault: Address
    terms: EscrowTerms
    blockNumber?: bigint
    blockTag?: 'latest' | 'pending' | 'safe' | 'finalized'
  },
): Promise<VaultView> {
  const { registry, vault, terms, blockNumber, blockTag } = options
  const at = blockNumber === undefined ? { blockTag: blockTag ?? ('latest' as const) } : { blockNumber }
  const code = await getCode(client, { address: vault, ...at })
  if (code === undefined || code === '0x') return { state: 'missing' }

  const contract = { address: registry, args: [terms], ...at } as const
  const expected = await readContract(client, { ...contract, abi: vaultAddressAbi, functionName: 'vaultAddress' })
  if (!isSameAddress(expected, vault)) return { state: 'open', hasTerms: false, balance: 0n }
  const [stateIndex, balance] = await Promise.all([
    readContract(client, { ...contract, abi: stateOfAbi, functionName: 'stateOf' }),
    isSameAddress(terms.token, nativeToken)
      ? getBalance(client, { address: vault, ...at })
      : readContract(client, {
          address: terms.token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [vault],
          ...at,
        }),
  ])
  const state = vaultStates[stateIndex]
  if (state === undefined) throw new Error(`the vault ${vault} is in an unknown state: ${stateIndex}`)
  return { state, hasTerms: true, balance }
}
