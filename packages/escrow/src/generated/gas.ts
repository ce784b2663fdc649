// Made by `npm run generate` from packages/escrow/contracts. Do not edit.

/** Gas of whole transactions. */
export const measuredGas = {
  prefundTransfer: 51435n,
  createEscrow: 84825n,
  createEscrowByCreator: 119483n,
  createEscrowSigned: 125522n,
  createEscrowPermit: 130988n,
  createEscrowPermitSigned: 137015n,
  createEscrowPermit2: 136117n,
  createEscrowAuthorized: 165648n,
  createEscrowNative: 79271n,
  createEscrowBatch: 60901n,
  createEscrowSignedBatch: 93591n,
  claim: 47863n,
  claimNative: 46480n,
  claimTo: 73015n,
  claimBatch: 19640n,
  claimHop: 204744n,
  claimHopWithFee: 254131n,
  hopSend: 170963n,
  cancel: 48050n,
  cancelNative: 45875n,
  cancelWithConsent: 54420n,
  recoverPrefund: 97076n,
} as const
