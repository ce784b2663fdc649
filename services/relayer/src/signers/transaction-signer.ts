import {
  type Address,
  type Hex,
  hexToBytes,
  keccak256,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TransactionSerializableLegacy,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { addressOfSpki } from './public-key.ts'
import { toRecoverable } from './recoverable-signature.ts'
import { signDigest } from './sign-digest.ts'
import { SignerError } from './signer-error.ts'

/** `legacy` where a chain knows one gas price alone. */
export type SignableTransaction = TransactionSerializableEIP1559 | TransactionSerializableLegacy

/** Signs as one account, wherever its key is. */
export interface TransactionSigner {
  readonly address: Address
  /** @returns the signed transaction as it is sent. */
  signTransaction(transaction: SignableTransaction): Promise<Hex>
}

/** A key on secp256k1 that never leaves its keeper. Both calls end by the signal. */
export interface RemoteKey {
  /** SubjectPublicKeyInfo in DER. */
  publicKey(signal: AbortSignal): Promise<Uint8Array>
  /** The DER signature of these 32 bytes as they are: nothing hashes them again. */
  sign(digest: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
}

/** Retries included. Shorter than a step's lease. */
const remoteTimeoutMs = 4_000

/** @throws SignerError when it is not a key. */
export function makeLocalSigner(privateKey: string): TransactionSigner {
  try {
    const { address } = privateKeyToAccount(privateKey as Hex)
    return {
      address,
      async signTransaction(transaction) {
        const digest = keccak256(serializeTransaction(transaction))
        const signature = await signDigest(digest, privateKey as Hex)
        return serializeTransaction(transaction, { ...signature, v: 27n + BigInt(signature.yParity) })
      },
    }
  } catch {
    // The library's own message quotes the key.
    throw new SignerError('is not a private key of secp256k1')
  }
}

/** @throws SignerError, and whatever the key throws: it asks for the public key. */
export async function openRemoteSigner(key: RemoteKey): Promise<TransactionSigner> {
  const address = addressOfSpki(await key.publicKey(AbortSignal.timeout(remoteTimeoutMs)))
  return {
    address,
    async signTransaction(transaction) {
      const digest = keccak256(serializeTransaction(transaction))
      const der = await key.sign(hexToBytes(digest), AbortSignal.timeout(remoteTimeoutMs))
      const signature = await toRecoverable(der, digest, address)
      return serializeTransaction(transaction, { ...signature, v: 27n + BigInt(signature.yParity) })
    },
  }
}
