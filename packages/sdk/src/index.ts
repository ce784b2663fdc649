export { finalStatuses, type InitiationPath, initiationPaths } from '@tandem/contracts/rules'
export type { EnsureClaimedOptions } from './claim/watch-claim.ts'
export { type ClientOptions, createClient, type TandemClient } from './client/create-client.ts'
export type { RequestOptions, WriteOptions } from './client/request.ts'
export type * from './client/types.ts'
export type { SwapEnd } from './evidence/decide-end.ts'
export type { RevealDecision } from './evidence/decide-reveal.ts'
export {
  askMajority,
  believe,
  type ChainEvidence,
  type Endpoint,
  type EvidenceOptions,
  evidenceOf,
} from './evidence/evidence-options.ts'
export { type InspectedSide, inspectSide } from './evidence/inspect-order.ts'
export { readEnd } from './evidence/read-end.ts'
export { readEvidence } from './evidence/read-evidence.ts'
export type { Refunded } from './evidence/read-is-refund-confirmed.ts'
export { urlTransport } from './evidence/url-transport.ts'
export { blocksToSearch } from './hops/blocks-to-search.ts'
export type { Signer } from './hops/hop.ts'
export { type HopMessage, type InspectedHop, inspectHop, type RetriedHop, retryHop } from './hops/retry-hop.ts'
export { isSendable, type UnsentInitiation } from './initiate/kept-signature.ts'
export type {
  Initiated,
  SignalledStep,
  StepOptions,
  Submitter,
} from './initiate/source-side.ts'
export type { KnownNetwork, VerifiedAsset, VerifiedChain, VerifiedRoute } from './known-network.ts'
export { type RestoreOptions, restoreSwaps } from './restore/restore-swaps.ts'
export type { Reason } from './run/reason.ts'
export type { RunEnd, RunResult, Unverified } from './run/run-end.ts'
export type { RunOptions, RunProgress } from './run/run-options.ts'
export { type RunStep, runPaths } from './run/run-steps.ts'
export { type RetriedSwap, runWithRetries } from './run/run-with-retries.ts'
export { newSecret } from './secrets/new-secret.ts'
export type { MadeSecret, SecretContext, SecretSource } from './secrets/secret-source.ts'
export { type WalletSecretsOptions, walletSecrets } from './secrets/wallet-secrets.ts'
export { type CancelConsent, refundOrder } from './settle/cancel.ts'
export { settleVault } from './settle/settle-vault.ts'
export { memoryStore, type SwapStore, swapKeyOf } from './stores/swap-store.ts'
export { type ClaimOptions, Swap } from './swap.ts'
export type { SwapOptions, SwapRequest, SwapState } from './swap-state.ts'
export { isRefusal, TandemError, type TandemErrorCode } from './tandem-error.ts'
export { type TrackOptions, trackOrder } from './track/track.ts'
export type { WaitOptions } from './track/wait-for.ts'
export { verifyMakerQuote } from './verify/verify-maker-quote.ts'
export { type Expectation, termsOf, verifyOrder } from './verify/verify-order.ts'
export type { InTurn, SwitchChain, Wallet, WantedChain } from './wallet/wallet.ts'
export { verifyWebhook, type WebhookHeaders } from './webhooks/verify-webhook.ts'
