import { z } from '@tandem/contracts'
import type { Hex } from 'viem'

const keyHex = /^0x(?!0{64}$)[0-9a-f]{64}$/i
export const privateKeySchema = z.custom<Hex>(
  (value) => typeof value === 'string' && keyHex.test(value),
  'must be a private key: 32 bytes of 0x-prefixed hex, not all zeros',
)
/** The URL of a private endpoint, for use in place of the cloud's public one. */
const endpoint = z.url({ protocol: /^https?$/ }).optional()
const gcpKeyVersion =
  /^projects\/[\w.:-]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+\/cryptoKeyVersions\/\d+$/

const placedSigner = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('private_key'), key: privateKeySchema }),
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1) }),
  z.strictObject({
    kind: z.literal('aws_kms'),
    key_id: z.string().min(1).max(2048),
    region: z.string().regex(/^[a-z0-9-]+$/),
    endpoint,
  }),
  z.strictObject({
    kind: z.literal('gcp_kms'),
    key_version: z.string().regex(gcpKeyVersion, 'must be the full name of a key version'),
    endpoint,
  }),
])
export type SignerConfig = z.output<typeof placedSigner>

/** Where an account's key is. A text is the private key itself. */
export const signerSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { kind: 'private_key', key: value } : value),
  placedSigner,
)

/** The same setting as the text of a variable: a private key, or JSON. */
export const signerTextSchema = z
  .string()
  .transform((text, context): unknown => {
    if (text.startsWith('0x')) return text
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a private key, or the JSON that says where it is' })
      return z.NEVER
    }
  })
  .pipe(signerSchema)

export interface NamedSigner {
  name: string
  signer: SignerConfig
}

/** Names the place of a key, for logs. It is never the key itself. */
export function placeOf(signer: SignerConfig): string {
  switch (signer.kind) {
    case 'private_key':
      return signer.kind
    case 'file':
      return `file ${signer.path}`
    case 'aws_kms':
      return `aws_kms ${signer.key_id}`
    case 'gcp_kms':
      return `gcp_kms ${signer.key_version}`
  }
}
