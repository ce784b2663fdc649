import type { LocalAccount, TypedDataDefinition } from 'viem'
import { toAccount } from 'viem/accounts'
import { openSigner } from './open-signer.ts'
import type { SignableTransaction } from './signer.ts'
import type { NamedSigner } from './signer-config.ts'
import { reasonOf, SignerError } from './signer-error.ts'

/**
 * Opens a viem account that signs transactions and typed data, and no messages.
 *
 * @throws SignerError with the signer's name. No error holds a key.
 */
export async function openAccount({ name, signer: config }: NamedSigner): Promise<LocalAccount> {
  const safely = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw new SignerError(`${name}: ${reasonOf(error)}`)
    }
  }
  const signer = await safely(() => openSigner(config))
  return toAccount({
    address: signer.address,
    signTransaction: (transaction) => safely(() => signer.signTransaction(transaction as SignableTransaction)),
    signTypedData: (typedData) => safely(() => signer.signTypedData(typedData as TypedDataDefinition)),
    signMessage: () => safely(() => Promise.reject(new SignerError('signs no messages'))),
  })
}
