import { type Address, type Client, decodeFunctionResult, getAbiItem, type Hex, toFunctionSelector } from 'viem'
import { call } from 'viem/actions'
import { encodeTerms } from './encode-terms.ts'
import type { EscrowTerms } from './escrow-terms.ts'
import { vaultLensAbi } from './generated/abi.ts'
import { vaultLensBytecode } from './generated/bytecode.ts'
import { isSameAddress } from './same-address.ts'
import { type VaultView, vaultStates } from './vault-view.ts'

const lookSelector = toFunctionSelector(getAbiItem({ abi: vaultLensAbi, name: 'look' }))
const word = (digits: string) => digits.toLowerCase().padStart(64, '0')

/**
 * The call `look(registry, terms)`, as `encodeFunctionData` makes it. Written as hex text: two of them are made for every
 * claim, and viem, which looks at the checksum of each address again, takes 0.2 ms for the two of the 4 ms that a claim
 * costs the relayer's API.
 *
 * @throws Error when a value does not fit its field.
 */
export function encodeLook(registry: Address, terms: readonly EscrowTerms[]): Hex {
  const list = terms.map((one) => encodeTerms(one).slice(2)).join('')
  return `0x${lookSelector.slice(2)}${word(registry.slice(2))}${word('40')}${word(terms.length.toString(16))}${list}`
}

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
  const data = encodeLook(
    registry,
    vaults.map(({ terms }) => terms),
  )
  const at = blockNumber === undefined ? { blockTag: blockTag ?? 'latest' } : { blockNumber }
  const answer = await call(client, { code: vaultLensBytecode, data, ...at })
  const [hasRegistry, looks] = decodeFunctionResult({
    abi: vaultLensAbi,
    functionName: 'look',
    data: answer.data ?? '0x',
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
