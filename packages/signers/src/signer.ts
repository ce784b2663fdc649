import {
  type Address,
  type Hex,
  hashTypedData,
  hexToBytes,
  keccak256,
  serializeSignature,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TransactionSerializableLegacy,
  type TypedDataDefinition,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { addressOfSpki } from './public-key.ts'
import { type RecoverableSignature, toRecoverable } from './recoverable-signature.ts'
import { signDigest } from './sign-digest.ts'
import { SignerError } from './signer-error.ts'

export type SignableTransaction = TransactionSerializableEIP1559 | TransactionSerializableLegacy

export interface Signer {
  readonly address: Address
  signTransaction(transaction: SignableTransaction): Promise<Hex>
  /** @returns 65 bytes: r, s and v (EIP-712). */
  signTypedData(typedData: TypedDataDefinition): Promise<Hex>
}

/** A key that never leaves its keeper, such as a KMS. */
export interface RemoteKey {
  /** The public key as SubjectPublicKeyInfo, in DER. */
  publicKey(signal: AbortSignal): Promise<Uint8Array>
  /** Signs these 32 bytes without another hash. */
  sign(digest: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
}

/** How long a call may take in milliseconds, its retries included. It is shorter than the lease of a step of the relayer. */
const remoteTimeoutMs = 4_000

/** @throws SignerError */
export function makeLocalSigner(privateKey: string): Signer {
  return signerOf(addressOfKey(privateKey), (digest) => signDigest(digest, privateKey as Hex))
}

function addressOfKey(privateKey: string): Address {
  try {
    return privateKeyToAccount(privateKey as Hex).address
  } catch {
    // Replaced, because the library's own message quotes the key.
    throw new SignerError('is not a private key of secp256k1')
  }
}

/**
 * Opens a key that is kept elsewhere.
 *
 * @throws SignerError, and whatever the key throws.
 */
export async function openRemoteSigner(key: RemoteKey): Promise<Signer> {
  const address = addressOfSpki(await key.publicKey(AbortSignal.timeout(remoteTimeoutMs)))
  return signerOf(address, async (digest) => {
    const der = await key.sign(hexToBytes(digest), AbortSignal.timeout(remoteTimeoutMs))
    return toRecoverable(der, digest, address)
  })
}

function signerOf(address: Address, sign: (digest: Hex) => Promise<RecoverableSignature>): Signer {
  return {
    address,
    async signTransaction(transaction) {
      const signature = await sign(keccak256(serializeTransaction(transaction)))
      return serializeTransaction(transaction, { ...signature, v: 27n + BigInt(signature.yParity) })
    },
    async signTypedData(typedData) {
      return serializeSignature(await sign(hashTypedData(typedData)))
    },
  }
}
