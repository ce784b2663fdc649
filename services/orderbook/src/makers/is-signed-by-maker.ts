import { isSignedBy, type SignedMakerQuote } from '@tandem/contracts'
import { recoverSigner } from '@tandem/signers'

/** Whether the maker's key signed the quote. Every request for a quote waits for one or two of these checks. */
export const isSignedByMaker = (signer: string, signed: SignedMakerQuote): Promise<boolean> =>
  isSignedBy(signer, signed, recoverSigner)
