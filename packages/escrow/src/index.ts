export {
  type BatchClaim,
  type CreatorAuthorization,
  encodeCancel,
  encodeCancelWithConsent,
  encodeClaim,
  encodeClaimBatch,
  encodeClaimHop,
  encodeClaimTo,
  encodeCreateEscrow,
  encodeCreateEscrowNative,
  encodeCreateEscrowPermit,
  encodeCreateEscrowSigned,
  encodeRecoverPrefund,
} from './calldata.ts'
export {
  type CancelReason,
  cancelReasons,
  decodeEscrowLog,
  type EscrowEvent,
  escrowEventTopics,
} from './escrow-event.ts'
export type { EscrowTerms, HopRoute } from './escrow-terms.ts'
export {
  devnetMessengerAbi,
  devnetTokenHomeAbi,
  devnetTokenRemoteAbi,
  escrowRegistryAbi,
  escrowVaultAbi,
  hopBridgeAbi,
  testPermitTokenAbi,
  testTokenAbi,
} from './generated/abi.ts'
export { hashSecret } from './hash-secret.ts'
export { nativeToken } from './native-token.ts'
export { hashTerms } from './pack-terms.ts'
export { predictVault, vaultImplementation } from './predict-vault.ts'
export { readVault, type VaultReading, type VaultState, vaultStates } from './read-vault.ts'
export { readVaultAtDepth, type VaultAtDepth, type VaultView } from './read-vault-at-depth.ts'
export { readVaults } from './read-vaults.ts'
export { isSameAddress } from './same-address.ts'
export {
  cancelToTypedData,
  claimToTypedData,
  consentCancelTypedData,
  createEscrowTypedData,
  type EscrowDomain,
  hopClaimTypedData,
  permitTypedData,
} from './typed-data.ts'
