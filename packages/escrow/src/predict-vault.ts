import { type Address, concat, getContractAddress, getCreate2Address, keccak256, pad, size, toHex } from 'viem'
import type { EscrowTerms } from './escrow-terms.ts'
import { packTerms } from './pack-terms.ts'

/** Bytes of clone code before the terms. */
const cloneSize = 0x2d

/**
 * The address at which `registry` creates the vault with these terms on this chain, whether it exists or not.
 * CREATE2 with the chain id as salt, over an ERC-1167 clone with the packed terms behind it (docs/escrow.md).
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
  const args = packTerms(terms)
  const initCode = concat([
    '0x61',
    toHex(size(args) + cloneSize, { size: 2 }),
    '0x3d81600a3d39f3363d3d373d3d3d363d73',
    vaultImplementation(registry),
    '0x5af43d82803e903d91602b57fd5bf3',
    args,
  ])
  return getCreate2Address({
    from: registry,
    salt: pad(toHex(chainId), { size: 32 }),
    bytecodeHash: keccak256(initCode),
  })
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
