import { type NamedSigner, placeOf, type SignerConfig } from '@tandem/signers'

/** The signers of a chain, each named by its setting. */
export const signersOf = (
  { signers }: { signers: Readonly<Record<string, readonly SignerConfig[]>> },
  chain: string,
): NamedSigner[] =>
  (signers[chain] ?? []).map((signer, index) => ({ name: `SIGNERS[${index}] (${placeOf(signer)})`, signer }))
