// Made by `npm run generate` from packages/escrow/contracts. Do not edit.

const escrowTerms = [{ name: "token", type: "address" }, { name: "creator", type: "address" }, { name: "recipient", type: "address" }, { name: "hopBridge", type: "address" }, { name: "amount", type: "uint128" }, { name: "cancelAfter", type: "uint40" }, { name: "commitmentHash", type: "bytes32" }] as const

const batchClaim = [{ name: "terms", type: "tuple", components: escrowTerms }, { name: "secret", type: "bytes32" }, { name: "gasLimit", type: "uint256" }] as const

const hopRoute = [{ name: "destBlockchainId", type: "bytes32" }, { name: "hopRecipient", type: "address" }, { name: "feeToken", type: "address" }, { name: "relayerFee", type: "uint256" }, { name: "dispatchGas", type: "uint256" }, { name: "deadline", type: "uint256" }] as const

const signedCreation = [{ name: "terms", type: "tuple", components: escrowTerms }, { name: "deadline", type: "uint256" }, { name: "creatorSignature", type: "bytes" }] as const

const authorization = [{ name: "validAfter", type: "uint256" }, { name: "validBefore", type: "uint256" }, { name: "nonce", type: "bytes32" }, { name: "signature", type: "bytes" }] as const

const teleporterMessageReceipt = [{ name: "receivedMessageNonce", type: "uint256" }, { name: "relayerRewardAddress", type: "address" }] as const

const teleporterMessage = [{ name: "messageNonce", type: "uint256" }, { name: "originSenderAddress", type: "address" }, { name: "destinationBlockchainID", type: "bytes32" }, { name: "destinationAddress", type: "address" }, { name: "requiredGasLimit", type: "uint256" }, { name: "allowedRelayerAddresses", type: "address[]" }, { name: "receipts", type: "tuple[]", components: teleporterMessageReceipt }, { name: "message", type: "bytes" }] as const

const teleporterFeeInfo = [{ name: "feeTokenAddress", type: "address" }, { name: "amount", type: "uint256" }] as const

export const vaultAddressAbi = [
  { type: "function", name: "vaultAddress", stateMutability: "view", inputs: [{ name: "terms", type: "tuple", components: escrowTerms }], outputs: [{ name: "", type: "address" }] },
] as const

export const stateOfAbi = [
  { type: "function", name: "stateOf", stateMutability: "view", inputs: [{ name: "terms", type: "tuple", components: escrowTerms }], outputs: [{ name: "", type: "uint8" }] },
] as const

export const claimAbi = [
  { type: "function", name: "claim", stateMutability: "nonpayable", inputs: [{ name: "given", type: "tuple", components: escrowTerms }, { name: "secret", type: "bytes32" }], outputs: [] },
] as const

export const claimBatchAbi = [
  { type: "function", name: "claimBatch", stateMutability: "nonpayable", inputs: [{ name: "claims", type: "tuple[]", components: batchClaim }], outputs: [{ name: "claimed", type: "bool[]" }] },
] as const

export const claimHopAbi = [
  { type: "function", name: "claimHop", stateMutability: "nonpayable", inputs: [{ name: "given", type: "tuple", components: escrowTerms }, { name: "secret", type: "bytes32" }, { name: "route", type: "tuple", components: hopRoute }, { name: "signature", type: "bytes" }], outputs: [] },
] as const

export const claimToAbi = [
  { type: "function", name: "claimTo", stateMutability: "nonpayable", inputs: [{ name: "given", type: "tuple", components: escrowTerms }, { name: "secret", type: "bytes32" }, { name: "to", type: "address" }, { name: "deadline", type: "uint256" }, { name: "signature", type: "bytes" }], outputs: [] },
] as const

export const cancelAbi = [
  { type: "function", name: "cancel", stateMutability: "nonpayable", inputs: [{ name: "given", type: "tuple", components: escrowTerms }], outputs: [] },
] as const

export const cancelWithConsentAbi = [
  { type: "function", name: "cancelWithConsent", stateMutability: "nonpayable", inputs: [{ name: "given", type: "tuple", components: escrowTerms }, { name: "deadline", type: "uint256" }, { name: "signature", type: "bytes" }], outputs: [] },
] as const

export const sweepAbi = [
  { type: "function", name: "sweep", stateMutability: "nonpayable", inputs: [{ name: "given", type: "tuple", components: escrowTerms }, { name: "token", type: "address" }, { name: "to", type: "address" }, { name: "deadline", type: "uint256" }, { name: "signature", type: "bytes" }], outputs: [] },
] as const

export const createEscrowAbi = [
  { type: "function", name: "createEscrow", stateMutability: "nonpayable", inputs: [{ name: "terms", type: "tuple", components: escrowTerms }], outputs: [{ name: "vault", type: "address" }] },
] as const

export const createEscrowBatchAbi = [
  { type: "function", name: "createEscrowBatch", stateMutability: "nonpayable", inputs: [{ name: "terms", type: "tuple[]", components: escrowTerms }], outputs: [{ name: "vaults", type: "address[]" }] },
] as const

export const createEscrowNativeAbi = [
  { type: "function", name: "createEscrowNative", stateMutability: "payable", inputs: [{ name: "terms", type: "tuple", components: escrowTerms }], outputs: [{ name: "vault", type: "address" }] },
] as const

export const createEscrowPermitAbi = [
  { type: "function", name: "createEscrowPermit", stateMutability: "nonpayable", inputs: [{ name: "terms", type: "tuple", components: escrowTerms }, { name: "permitDeadline", type: "uint256" }, { name: "v", type: "uint8" }, { name: "r", type: "bytes32" }, { name: "s", type: "bytes32" }, { name: "deadline", type: "uint256" }, { name: "creatorSignature", type: "bytes" }], outputs: [{ name: "vault", type: "address" }] },
] as const

export const createEscrowSignedAbi = [
  { type: "function", name: "createEscrowSigned", stateMutability: "nonpayable", inputs: [{ name: "terms", type: "tuple", components: escrowTerms }, { name: "deadline", type: "uint256" }, { name: "creatorSignature", type: "bytes" }], outputs: [{ name: "vault", type: "address" }] },
] as const

export const createEscrowSignedBatchAbi = [
  { type: "function", name: "createEscrowSignedBatch", stateMutability: "nonpayable", inputs: [{ name: "creations", type: "tuple[]", components: signedCreation }], outputs: [{ name: "vaults", type: "address[]" }] },
] as const

export const createEscrowPermit2Abi = [
  { type: "function", name: "createEscrowPermit2", stateMutability: "nonpayable", inputs: [{ name: "terms", type: "tuple", components: escrowTerms }, { name: "nonce", type: "uint256" }, { name: "deadline", type: "uint256" }, { name: "signature", type: "bytes" }], outputs: [{ name: "vault", type: "address" }] },
] as const

export const createEscrowAuthorizedAbi = [
  { type: "function", name: "createEscrowAuthorized", stateMutability: "nonpayable", inputs: [{ name: "terms", type: "tuple", components: escrowTerms }, { name: "authorization", type: "tuple", components: authorization }], outputs: [{ name: "vault", type: "address" }] },
] as const

export const recoverPrefundAbi = [
  { type: "function", name: "recoverPrefund", stateMutability: "nonpayable", inputs: [{ name: "terms", type: "tuple", components: escrowTerms }, { name: "to", type: "address" }], outputs: [{ name: "amount", type: "uint256" }] },
] as const

export const escrowEventsAbi = [
  { type: "event", name: "EscrowCreated", inputs: [{ name: "vault", type: "address", indexed: true }, { name: "creator", type: "address", indexed: true }, { name: "recipient", type: "address", indexed: true }, { name: "token", type: "address" }, { name: "amount", type: "uint256" }, { name: "commitmentHash", type: "bytes32" }, { name: "cancelAfter", type: "uint256" }, { name: "hopBridge", type: "address" }] },
  { type: "event", name: "EscrowClaimed", inputs: [{ name: "vault", type: "address", indexed: true }, { name: "commitmentHash", type: "bytes32", indexed: true }, { name: "to", type: "address", indexed: true }, { name: "secret", type: "bytes32" }, { name: "amount", type: "uint256" }] },
  { type: "event", name: "EscrowHopDispatched", inputs: [{ name: "vault", type: "address", indexed: true }, { name: "commitmentHash", type: "bytes32", indexed: true }, { name: "messageId", type: "bytes32", indexed: true }, { name: "secret", type: "bytes32" }, { name: "destBlockchainId", type: "bytes32" }, { name: "hopRecipient", type: "address" }, { name: "amount", type: "uint256" }, { name: "relayerFee", type: "uint256" }] },
  { type: "event", name: "EscrowCancelled", inputs: [{ name: "vault", type: "address", indexed: true }, { name: "commitmentHash", type: "bytes32", indexed: true }, { name: "creator", type: "address", indexed: true }, { name: "amount", type: "uint256" }, { name: "reason", type: "uint8" }] },
] as const

export const hopRouteAbi = [
  { type: "function", name: "isRouteOpen", stateMutability: "view", inputs: [{ name: "token", type: "address" }, { name: "destBlockchainId", type: "bytes32" }], outputs: [{ name: "", type: "bool" }] },
] as const

export const hopMessageAbi = [
  { type: "function", name: "retrySendCrossChainMessage", stateMutability: "nonpayable", inputs: [{ name: "message", type: "tuple", components: teleporterMessage }], outputs: [] },
  { type: "function", name: "retryMessageExecution", stateMutability: "nonpayable", inputs: [{ name: "sourceBlockchainID", type: "bytes32" }, { name: "message", type: "tuple", components: teleporterMessage }], outputs: [] },
  { type: "event", name: "SendCrossChainMessage", inputs: [{ name: "messageID", type: "bytes32", indexed: true }, { name: "destinationBlockchainID", type: "bytes32", indexed: true }, { name: "message", type: "tuple", components: teleporterMessage }, { name: "feeInfo", type: "tuple", components: teleporterFeeInfo }] },
] as const

export const hopStateAbi = [
  { type: "function", name: "messageReceived", stateMutability: "view", inputs: [{ name: "messageID", type: "bytes32" }], outputs: [{ name: "", type: "bool" }] },
  { type: "function", name: "receivedFailedMessageHashes", stateMutability: "view", inputs: [{ name: "messageID", type: "bytes32" }], outputs: [{ name: "", type: "bytes32" }] },
] as const
