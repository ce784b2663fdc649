import { type Address, type Client, type Hex, toFunctionSelector } from 'viem'
import { call } from 'viem/actions'
import { encodeTerms } from './encode-terms.ts'
import type { EscrowTerms } from './escrow-terms.ts'
import { vaultLensBytecode } from './generated/bytecode.ts'
import { boolOf, numberWord, rowsOf, word } from './hex-words.ts'
import { isSameAddress } from './same-address.ts'
import { type VaultView, vaultStates } from './vault-view.ts'

const lookSelector = toFunctionSelector('look(address,(address,address,address,address,uint128,uint40,bytes32)[])')

/**
 * The call `look(registry, terms)`, as `encodeFunctionData` makes it. Written as hex text: two of them are made for every
 * claim, and viem, which looks at the checksum of each address again, takes 0.2 ms for the two of the 4 ms that a claim
 * costs the relayer's API.
 *
 * @throws Error when a value does not fit its field.
 */
export function encodeLook(registry: Address, terms: readonly EscrowTerms[]): Hex {
  const list = terms.map((one) => encodeTerms(one).slice(2)).join('')
  return `${lookSelector}${word(registry, 20)}${numberWord(64)}${numberWord(terms.length)}${list}`
}

/**
 * The answer to {@link encodeLook}.
 *
 * @throws viem's BaseError when it is no such answer.
 */
export function decodeLook(data: Hex) {
  const { head, rows } = rowsOf(data, { head: 2, width: 5 })
  const looks = rows.map(([vault = '', isDeployed, isRead, state, balance]) => ({
    vault: `0x${vault.slice(-40)}` as Address,
    ...{ isDeployed: boolOf(isDeployed), isRead: boolOf(isRead) },
    ...{ state: vaultStates[Number(`0x${state}`)], balance: BigInt(`0x${balance}`) },
  }))
  return { hasRegistry: boolOf(head[0]), looks }
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
  const { hasRegistry, looks } = decodeLook(answer.data ?? '0x')
  return vaults.map(({ vault }, index) => {
    const look = looks[index]
    if (look === undefined) return undefined
    // Before the registry was there, nothing can be said of where a vault will stand.
    if (!hasRegistry) return { state: 'missing' }
    if (!isSameAddress(look.vault, vault)) return { state: 'open', hasTerms: false, balance: 0n }
    if (!look.isDeployed) return { state: 'missing' }
    if (!look.isRead || look.state === undefined) return undefined
    return { state: look.state, hasTerms: true, balance: look.balance }
  })
}
