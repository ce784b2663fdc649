// Made by `npm run generate` from packages/escrow/contracts. Do not edit.

const escrowTerms = [{ name: "token", type: "address" }, { name: "creator", type: "address" }, { name: "recipient", type: "address" }, { name: "hopBridge", type: "address" }, { name: "amount", type: "uint128" }, { name: "cancelAfter", type: "uint40" }, { name: "commitmentHash", type: "bytes32" }] as const

const signedCreation = [{ name: "terms", type: "tuple", components: escrowTerms }, { name: "deadline", type: "uint256" }, { name: "creatorSignature", type: "bytes" }] as const

const authorization = [{ name: "validAfter", type: "uint256" }, { name: "validBefore", type: "uint256" }, { name: "nonce", type: "bytes32" }, { name: "signature", type: "bytes" }] as const

export const createEscrowAbi = [
  { type: "function", name: "createEscrow", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }], outputs: [] },
] as const

export const createEscrowBatchAbi = [
  { type: "function", name: "createEscrowBatch", stateMutability: "nonpayable", inputs: [{ type: "tuple[]", components: escrowTerms }], outputs: [] },
] as const

export const createEscrowNativeAbi = [
  { type: "function", name: "createEscrowNative", stateMutability: "payable", inputs: [{ type: "tuple", components: escrowTerms }], outputs: [] },
] as const

export const createEscrowPermitAbi = [
  { type: "function", name: "createEscrowPermit", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }, { type: "uint256" }, { type: "uint8" }, { type: "bytes32" }, { type: "bytes32" }, { type: "uint256" }, { type: "bytes" }], outputs: [] },
] as const

export const createEscrowSignedAbi = [
  { type: "function", name: "createEscrowSigned", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }, { type: "uint256" }, { type: "bytes" }], outputs: [] },
] as const

export const createEscrowSignedBatchAbi = [
  { type: "function", name: "createEscrowSignedBatch", stateMutability: "nonpayable", inputs: [{ type: "tuple[]", components: signedCreation }], outputs: [] },
] as const

export const createEscrowPermit2Abi = [
  { type: "function", name: "createEscrowPermit2", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }, { type: "uint256" }, { type: "uint256" }, { type: "bytes" }], outputs: [] },
] as const

export const createEscrowAuthorizedAbi = [
  { type: "function", name: "createEscrowAuthorized", stateMutability: "nonpayable", inputs: [{ type: "tuple", components: escrowTerms }, { type: "tuple", components: authorization }], outputs: [] },
] as const
