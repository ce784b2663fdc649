import type { RemoteKey } from './signer.ts'
import { reasonOf, SignerError } from './signer-error.ts'

const keySpec = 'ECC_SECG_P256K1'

/** Opens a key in AWS KMS, with the SDK's default identity. It needs `kms:GetPublicKey` and `kms:Sign`. */
export async function makeAwsKmsKey(options: {
  keyId: string
  region: string
  endpoint?: string | undefined
}): Promise<RemoteKey> {
  // Loaded here, because the SDK's 18 MB are of no use to a process with plain keys.
  const { GetPublicKeyCommand, KMSClient, SignCommand } = await import('@aws-sdk/client-kms')
  const { keyId, region, endpoint } = options
  const client = new KMSClient({ region, ...(endpoint === undefined ? {} : { endpoint }) })
  return {
    async publicKey(abortSignal) {
      const answer = await safely(() => client.send(new GetPublicKeyCommand({ KeyId: keyId }), { abortSignal }))
      if (answer.KeySpec !== keySpec || answer.KeyUsage !== 'SIGN_VERIFY')
        throw new SignerError(
          `AWS KMS: the key is for ${answer.KeySpec} ${answer.KeyUsage}, not for signing on secp256k1`,
        )
      return present(answer.PublicKey)
    },
    async sign(digest, abortSignal) {
      const command = new SignCommand({
        KeyId: keyId,
        Message: digest,
        MessageType: 'DIGEST',
        SigningAlgorithm: 'ECDSA_SHA_256',
      })
      return present((await safely(() => client.send(command, { abortSignal }))).Signature)
    },
  }
}

/** Rethrows an error by its name alone, because the SDK's errors carry the whole answer. */
async function safely<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new SignerError(`AWS KMS: ${reasonOf(error)}`)
  }
}

function present(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new SignerError('AWS KMS: the answer is empty')
  return bytes
}
