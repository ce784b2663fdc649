import { type Address, getAddress, getContractAddress, type Hex, keccak256, toHex } from 'viem'
import type { EscrowTerms } from './escrow-terms.ts'
import { packTerms } from './pack-terms.ts'

/** Clone code, and its length, in front of the 133 bytes of terms. */
const cloneHead = toHex(0x2d + 133, { size: 2 }).slice(2)
const digits = (hex: Hex) => hex.slice(2).toLowerCase()

/**
 * The address at which `registry` creates the vault with these terms on this chain, whether it exists or not.
 * CREATE2 (EIP-1014) with the chain id as salt, over an ERC-1167 clone with the packed terms behind it
 * (docs/escrow.md). Written as hex text: every order has two vaults, and viem's own function takes three times as long.
 *
 * @param options.chainId EIP-155 chain id.
 */
export function predictVault({
  registry,
  chainId,
  terms,
}: {
  registry: Address
  chainId: number
  terms: EscrowTerms
}): Address {
  const clone = `3d81600a3d39f3363d3d373d3d3d363d73${digits(vaultImplementation(registry))}5af43d82803e903d91602b57fd5bf3`
  const initCode: Hex = `0x61${cloneHead}${clone}${digits(packTerms(terms))}`
  const salt = chainId.toString(16).padStart(64, '0')
  const hash = keccak256(`0xff${digits(registry)}${salt}${digits(keccak256(initCode))}`)
  return getAddress(`0x${hash.slice(-40)}`)
}

/** The code behind every vault of a registry: the first contract that its constructor creates. */
export function vaultImplementation(registry: Address): Address {
  const known = implementations.get(registry)
  if (known !== undefined) return known
  const implementation = getContractAddress({ from: registry, nonce: 1n })
  implementations.set(registry, implementation)
  return implementation
}

/** By registry: there is one per chain, and two hashes for every vault are saved. */
const implementations = new Map<Address, Address>()
