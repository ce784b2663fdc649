import { isSignedBy, type SignedMakerQuote } from '@tandem/contracts'
import { recoverSigner } from '@tandem/signers'

/** Every request for a quote waits for one or two of these. */
export const isSignedByMaker = (signer: string, signed: SignedMakerQuote): Promise<boolean> =>
  isSignedBy(signer, signed, recoverSigner)
