import { type Address, type Hex, keccak256, toFunctionSelector } from 'viem'
import { checksummed } from './checksummed.ts'
import { encodeTerms } from './encode-terms.ts'
import type { EscrowTerms } from './escrow-terms.ts'
import { type Keccak, keccakOfViem } from './keccak.ts'

/** Code that asks the registry for the vault's index, and puts it behind the clone. */
const constructorCode = `63${toFunctionSelector('vaultCount()').slice(2)}5f52602060116004601c335afa50602c601d5f3960315ff3`
const digits = (hex: Hex) => hex.slice(2).toLowerCase()

/**
 * The address of a vault, by CREATE2 (EIP-1014). The salt is the hash of the chain id and the terms (docs/escrow.md).
 * @throws Error when a value does not fit its field.
 */
export const predictVault = (options: VaultOptions, keccak?: Keccak): Address =>
  checksummed(vaultDigits(options, keccak), keccak)

/** What the address of a vault is computed from. */
export interface VaultOptions {
  registry: Address
  /** The chain's EIP-155 id. */
  chainId: number
  terms: EscrowTerms
}

/**
 * Whether an address is that of a vault with these terms. It leaves out the checksum, and with it one of four hashes.
 * @throws Error when a value does not fit its field.
 */
export const isVaultOf = (vault: Address, options: VaultOptions): boolean => digits(vault) === vaultDigits(options)

function vaultDigits({ registry, chainId, terms }: VaultOptions, keccak = keccakOfViem): string {
  const salt = keccak(`0x${chainId.toString(16).padStart(64, '0')}${digits(keccak(encodeTerms(terms)))}`)
  return keccak(`0xff${digits(registry)}${digits(salt)}${digits(vaultInitCodeHash(registry))}`).slice(-40)
}

/** The creation code of a registry's vaults, the same for all of them. */
export const vaultInitCode = (registry: Address): Hex =>
  `0x${constructorCode}365f5f375f5f365f73${digits(registry)}5af43d5f5f3e5f3d91602a57fd5bf3`

function vaultInitCodeHash(registry: Address): Hex {
  const known = initCodeHashes.get(registry)
  if (known !== undefined) return known
  const hash = keccak256(vaultInitCode(registry))
  initCodeHashes.set(registry, hash)
  return hash
}

const initCodeHashes = new Map<Address, Hex>()
