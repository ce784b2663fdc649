import { type NamedSigner, placeOf, type SignerConfig } from '@tandem/signers'
import type { Hex } from 'viem'

/** From both settings. */
export function signersOf(
  {
    signerKeys,
    signers,
  }: {
    signerKeys: Readonly<Record<string, readonly Hex[]>>
    signers: Readonly<Record<string, readonly SignerConfig[]>>
  },
  chain: string,
): NamedSigner[] {
  return [
    ...(signerKeys[chain] ?? []).map((key, index) => ({
      name: `SIGNER_KEYS[${index}]`,
      signer: { kind: 'private_key', key } as const,
    })),
    ...(signers[chain] ?? []).map((signer, index) => ({ name: `SIGNERS[${index}] (${placeOf(signer)})`, signer })),
  ]
}
