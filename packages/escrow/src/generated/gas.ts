// Made by `npm run generate` from packages/escrow/contracts. Do not edit.

/** Gas of whole transactions. */
export const measuredGas = {
  prefundTransfer: 51435n,
  createEscrow: 84951n,
  createEscrowByCreator: 119609n,
  createEscrowSigned: 125636n,
  createEscrowPermit: 131114n,
  createEscrowPermitSigned: 137153n,
  createEscrowPermit2: 136231n,
  createEscrowAuthorized: 165762n,
  createEscrowNative: 79271n,
  createEscrowBatch: 61027n,
  createEscrowSignedBatch: 93723n,
  claim: 47882n,
  claimNative: 46499n,
  claimTo: 73148n,
  claimBatch: 19659n,
  claimHop: 204734n,
  claimHopWithFee: 254131n,
  hopSend: 170963n,
  cancel: 48195n,
  cancelNative: 45910n,
  cancelWithConsent: 54565n,
  recoverPrefund: 97221n,
} as const
