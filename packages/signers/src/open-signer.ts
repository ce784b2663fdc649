import { makeAwsKmsKey } from './aws-kms.ts'
import { makeGcpKmsKey } from './gcp-kms.ts'
import { openKeyFile } from './key-file.ts'
import { makeLocalSigner, openRemoteSigner, type Signer } from './signer.ts'
import type { SignerConfig } from './signer-config.ts'

/**
 * Opens the key that a setting names.
 *
 * @throws SignerError, and what reading a file throws.
 */
export async function openSigner(config: SignerConfig): Promise<Signer> {
  switch (config.kind) {
    case 'private_key':
      return makeLocalSigner(config.key)
    case 'file':
      return openKeyFile(config.path)
    case 'aws_kms':
      return openRemoteSigner(
        await makeAwsKmsKey({ keyId: config.key_id, region: config.region, endpoint: config.endpoint }),
      )
    case 'gcp_kms':
      return openRemoteSigner(await makeGcpKmsKey({ keyVersion: config.key_version, endpoint: config.endpoint }))
  }
}
