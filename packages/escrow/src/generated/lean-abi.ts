// Made by `npm run generate` from packages/escrow/contracts. Do not edit.

const escrowTerms = [{ name: "token", type: "address" }, { name: "creator", type: "address" }, { name: "recipient", type: "address" }, { name: "hopBridge", type: "address" }, { name: "amount", type: "uint128" }, { name: "cancelAfter", type: "uint40" }, { name: "commitmentHash", type: "bytes32" }] as const

const batchClaim = [{ name: "terms", type: "tuple", components: escrowTerms }, { name: "secret", type: "bytes32" }, { name: "gasLimit", type: "uint256" }] as const

const hopRoute = [{ name: "destBlockchainId", type: "bytes32" }, { name: "hopRecipient", type: "address" }, { name: "feeToken", type: "address" }, { name: "relayerFee", type: "uint256" }, { name: "dispatchGas", type: "uint256" }, { name: "deadline", type: "uint256" }] as const

const teleporterMessageReceipt = [{ name: "receivedMessageNonce", type: "uint256" }, { name: "relayerRewardAddress", type: "address" }] as const

const teleporterMessage = [{ name: "messageNonce", type: "uint256" }, { name: "originSenderAddress", type: "address" }, { name: "destinationBlockchainID", type: "bytes32" }, { name: "destinationAddress", type: "address" }, { name: "requiredGasLimit", type: "uint256" }, { name: "allowedRelayerAddresses", type: "address[]" }, { name: "receipts", type: "tuple[]", components: teleporterMessageReceipt }, { name: "message", type: "bytes" }] as const

const teleporterFeeInfo = [{ name: "feeTokenAddress", type: "address" }, { name: "amount", type: "uint256" }] as const

export const vaultAddressAbi = [
  { type: "function", name: "vaultAddress", stateMutability: "view", inputs: [{ type: "tuple", components: escrowTerms }], outputs: [{ name: "", type: "address" }] },
] as const

export const stateOfAbi = [
  { type: "function", name: "stateOf", stateMutability: "view", inputs: [{ type: "tuple", components: escrowTerms }], outputs: [{ name: "", type: "uint8" }] },
] as const

export const claimAbi = [
  { type: "function", name: "claim", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }, { type: "bytes32" }], outputs: [] },
] as const

export const claimBatchAbi = [
  { type: "function", name: "claimBatch", stateMutability: "nonpayable", inputs: [{ type: "tuple[]", components: batchClaim }], outputs: [] },
] as const

export const claimHopAbi = [
  { type: "function", name: "claimHop", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }, { type: "bytes32" }, { type: "tuple", components: hopRoute }, { type: "bytes" }], outputs: [] },
] as const

export const claimToAbi = [
  { type: "function", name: "claimTo", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }, { type: "bytes32" }, { type: "address" }, { type: "uint256" }, { type: "bytes" }], outputs: [] },
] as const

export const cancelAbi = [
  { type: "function", name: "cancel", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }], outputs: [] },
] as const

export const cancelWithConsentAbi = [
  { type: "function", name: "cancelWithConsent", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }, { type: "uint256" }, { type: "bytes" }], outputs: [] },
] as const

export const sweepAbi = [
  { type: "function", name: "sweep", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }, { type: "address" }, { type: "address" }, { type: "uint256" }, { type: "bytes" }], outputs: [] },
] as const

export const recoverPrefundAbi = [
  { type: "function", name: "recoverPrefund", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }, { type: "address" }], outputs: [] },
] as const

export const escrowEventsAbi = [
  { type: "event", name: "EscrowCreated", inputs: [{ name: "vault", type: "address", indexed: true }, { name: "creator", type: "address", indexed: true }, { name: "recipient", type: "address", indexed: true }, { name: "token", type: "address" }, { name: "amount", type: "uint256" }, { name: "commitmentHash", type: "bytes32" }, { name: "cancelAfter", type: "uint256" }, { name: "hopBridge", type: "address" }] },
  { type: "event", name: "EscrowClaimed", inputs: [{ name: "vault", type: "address", indexed: true }, { name: "commitmentHash", type: "bytes32", indexed: true }, { name: "to", type: "address", indexed: true }, { name: "secret", type: "bytes32" }, { name: "amount", type: "uint256" }] },
  { type: "event", name: "EscrowHopDispatched", inputs: [{ name: "vault", type: "address", indexed: true }, { name: "commitmentHash", type: "bytes32", indexed: true }, { name: "messageId", type: "bytes32", indexed: true }, { name: "secret", type: "bytes32" }, { name: "destBlockchainId", type: "bytes32" }, { name: "hopRecipient", type: "address" }, { name: "amount", type: "uint256" }, { name: "relayerFee", type: "uint256" }] },
  { type: "event", name: "EscrowCancelled", inputs: [{ name: "vault", type: "address", indexed: true }, { name: "commitmentHash", type: "bytes32", indexed: true }, { name: "creator", type: "address", indexed: true }, { name: "amount", type: "uint256" }, { name: "reason", type: "uint8" }] },
] as const

export const hopRouteAbi = [
  { type: "function", name: "isRouteOpen", stateMutability: "view", inputs: [{ type: "address" }, { type: "bytes32" }], outputs: [{ name: "", type: "bool" }] },
] as const

export const hopMessageAbi = [
  { type: "function", name: "retrySendCrossChainMessage", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: teleporterMessage }], outputs: [] },
  { type: "function", name: "retryMessageExecution", stateMutability: "nonpayable", inputs: [{ type: "bytes32" }, { type: "tuple", components: teleporterMessage }], outputs: [] },
  { type: "event", name: "SendCrossChainMessage", inputs: [{ name: "messageID", type: "bytes32", indexed: true }, { name: "destinationBlockchainID", type: "bytes32", indexed: true }, { name: "message", type: "tuple", components: teleporterMessage }, { name: "feeInfo", type: "tuple", components: teleporterFeeInfo }] },
] as const

export const hopStateAbi = [
  { type: "function", name: "messageReceived", stateMutability: "view", inputs: [{ type: "bytes32" }], outputs: [{ name: "", type: "bool" }] },
  { type: "function", name: "receivedFailedMessageHashes", stateMutability: "view", inputs: [{ type: "bytes32" }], outputs: [{ name: "", type: "bytes32" }] },
] as const
