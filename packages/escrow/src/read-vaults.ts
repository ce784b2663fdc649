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
 * `look(registry, terms)`: viem's encoding takes 5 % of a claim in the relayer's API.
 * @throws Error when a value does not fit its field.
 */
export function encodeLook(registry: Address, terms: readonly EscrowTerms[]): Hex {
  const list = terms.map((one) => encodeTerms(one).slice(2)).join('')
  return `${lookSelector}${word(registry, 20)}${numberWord(64)}${numberWord(terms.length)}${list}`
}

/** @throws viem's BaseError for another answer. */
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
 * Many vaults at one block by one `eth_call` with its own code (`VaultLens`). The registry must be trusted.
 * @returns in order; `undefined` without a readable balance.
 * @throws viem's errors.
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
    if (!hasRegistry) return { state: 'missing' }
    if (!isSameAddress(look.vault, vault)) return { state: 'open', hasTerms: false, balance: 0n }
    if (!look.isDeployed) return { state: 'missing' }
    if (!look.isRead || look.state === undefined) return undefined
    return { state: look.state, hasTerms: true, balance: look.balance }
  })
}
