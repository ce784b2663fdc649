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

/** `legacy` where a chain knows one gas price alone. */
export type SignableTransaction = TransactionSerializableEIP1559 | TransactionSerializableLegacy

/** Signs as one account, wherever its key is. */
export interface Signer {
  readonly address: Address
  /** @returns the signed transaction as it is sent. */
  signTransaction(transaction: SignableTransaction): Promise<Hex>
  /** @returns 65 bytes: r, s and v (EIP-712). */
  signTypedData(typedData: TypedDataDefinition): Promise<Hex>
}

/** A key on secp256k1 that never leaves its keeper. Both calls end by the signal. */
export interface RemoteKey {
  /** SubjectPublicKeyInfo in DER. */
  publicKey(signal: AbortSignal): Promise<Uint8Array>
  /** The DER signature of these 32 bytes as they are: nothing hashes them again. */
  sign(digest: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
}

/** Retries included. Shorter than a step's lease of the relayer. */
const remoteTimeoutMs = 4_000

/** @throws SignerError when it is not a key. */
export function makeLocalSigner(privateKey: string): Signer {
  return signerOf(addressOfKey(privateKey), (digest) => signDigest(digest, privateKey as Hex))
}

function addressOfKey(privateKey: string): Address {
  try {
    return privateKeyToAccount(privateKey as Hex).address
  } catch {
    // The library's own message quotes the key.
    throw new SignerError('is not a private key of secp256k1')
  }
}

/** @throws SignerError, and whatever the key throws: it asks for the public key. */
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
