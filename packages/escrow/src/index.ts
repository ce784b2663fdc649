export {
  type BatchClaim,
  encodeCancel,
  encodeCancelWithConsent,
  encodeClaim,
  encodeClaimBatch,
  encodeClaimHop,
  encodeClaimTo,
  encodeRecoverPrefund,
  encodeSweep,
} from './calldata.ts'
export { checksummed } from './checksummed.ts'
export {
  type CreatorAuthorization,
  encodeCreateEscrow,
  encodeCreateEscrowAuthorized,
  encodeCreateEscrowBatch,
  encodeCreateEscrowNative,
  encodeCreateEscrowPermit,
  encodeCreateEscrowPermit2,
  encodeCreateEscrowSigned,
  encodeCreateEscrowSignedBatch,
} from './creation-calldata.ts'
export {
  authorizationTypedData,
  createEscrowTypedData,
  permit2Address,
  permit2TypedData,
  permitTypedData,
} from './creation-typed-data.ts'
export { keyOfTerms } from './encode-terms.ts'
export {
  type CancelReason,
  cancelReasons,
  decodeEscrowLog,
  type EscrowEvent,
  escrowEventTopics,
} from './escrow-event.ts'
export { type EscrowTerms, type HopRoute, hopDispatchGas } from './escrow-terms.ts'
export {
  devnetMessengerAbi,
  devnetTokenHomeAbi,
  devnetTokenRemoteAbi,
  escrowRegistryAbi,
  hopBridgeAbi,
  testAuthorizedTokenAbi,
  testPermitTokenAbi,
  testTokenAbi,
} from './generated/abi.ts'
export { measuredGas } from './generated/gas.ts'
export { hopMessageAbi, hopRouteAbi, hopStateAbi } from './generated/lean-abi.ts'
export { hashSecret } from './hash-secret.ts'
export type { Keccak } from './keccak.ts'
export { nativeToken } from './native-token.ts'
export { isVaultOf, predictVault, vaultInitCode } from './predict-vault.ts'
export { readVault } from './read-vault.ts'
export { readVaults } from './read-vaults.ts'
export { isSameAddress } from './same-address.ts'
export { encodeTransfer, payeeOf, tryPayouts } from './try-payouts.ts'
export {
  claimToTypedData,
  consentCancelTypedData,
  type EscrowDomain,
  hopClaimTypedData,
} from './typed-data.ts'
export { type VaultAtDepth, type VaultState, type VaultView, vaultStates } from './vault-view.ts'
