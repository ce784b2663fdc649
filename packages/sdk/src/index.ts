export { finalStatuses } from '@tandem/rules'
export type { Refunded } from './cancel.ts'
export { type ClientOptions, createClient, type TandemClient } from './client/create-client.ts'
export type { RequestOptions, WriteOptions } from './client/request.ts'
export type {
  Asset,
  BridgeStatus,
  Chain,
  Claim,
  CreateClaim,
  CreateInitiation,
  CreateOrder,
  CreateQuote,
  CreateRefund,
  CreateWebhook,
  EnrolMaker,
  EventPage,
  Explanation,
  HopPayload,
  IndicativeQuote,
  IndicativeQuoteQuery,
  Initiation,
  Intent,
  ListDeliveriesQuery,
  ListEventsQuery,
  ListOrdersQuery,
  Maker,
  MakerRecord,
  MakerRecordQuery,
  Order,
  OrderEvent,
  OrderPage,
  OrderStatus,
  Quote,
  Refund,
  Route,
  Stats,
  Webhook,
  WebhookCreated,
  WebhookDelivery,
  WebhookPayload,
} from './client/types.ts'
export type { CancelConsent } from './cooperative-refund.ts'
export type { InTurn, SwitchChain, WantedChain } from './ensure-chain.ts'
export {
  askMajority,
  believe,
  type ChainEvidence,
  type Endpoint,
  type EvidenceOptions,
  evidenceOf,
} from './evidence/evidence-options.ts'
export { type InspectedSide, inspectSide } from './evidence/inspect-order.ts'
export type { SwapEnd } from './evidence/judge-end.ts'
export type { RevealVerdict } from './evidence/judge-reveal.ts'
export { readEnd } from './evidence/read-end.ts'
export { readEvidence, requireReveal } from './evidence/read-evidence.ts'
export { urlTransport } from './evidence/url-client.ts'
export { hopClaimOf, type Signer, signHop } from './hop.ts'
export { isSendable, type UnsentInitiation } from './initiate/signed-once.ts'
export {
  type Initiated,
  type InitiationPath,
  initiationPaths,
  type SignalledStep,
  type StepOptions,
  type Submitter,
} from './initiate/source-side.ts'
export { type X402Payment, type X402Requirements, x402Initiation, x402Requirements } from './initiate/x402.ts'
export { isRefusal } from './is-refusal.ts'
export type { KnownNetwork, VerifiedAsset, VerifiedChain, VerifiedRoute } from './known-network.ts'
export { reachOf } from './reach.ts'
export { refundOrder } from './refund-order.ts'
export type { RestoreOptions } from './restore/find-swaps.ts'
export { restoreSwaps } from './restore/restore-swaps.ts'
export { type HopMessage, type InspectedHop, inspectHop, type RetriedHop, retryHop } from './retry-hop.ts'
export { type RunStep, runPaths } from './run/next-step.ts'
export type { RunEnd, RunOptions, RunProgress, RunResult, Unverified } from './run/run-options.ts'
export { newSecret } from './secret.ts'
export { type MadeSecret, type SecretContext, type SecretSource, walletSecrets } from './secrets/wallet-secrets.ts'
export { settleVault } from './settle-vault.ts'
export { memoryStore, type SwapStore, swapKeyOf } from './stores/swap-store.ts'
export { type ClaimOptions, Swap } from './swap.ts'
export type { SwapOptions, SwapRequest, SwapState } from './swap-state.ts'
export { TandemError, type TandemErrorCode } from './tandem-error.ts'
export { type TrackOptions, trackOrder } from './track.ts'
export { verifyMakerQuote } from './verify-maker-quote.ts'
export { type Expectation, termsOf, verifyOrder } from './verify-order.ts'
export { verifyQuote } from './verify-quote.ts'
export { verifyWebhook } from './verify-webhook.ts'
export type { WaitOptions } from './wait-for.ts'
export type { Wallet } from './wallet.ts'
export type { EnsureClaimedOptions } from './watch-claim.ts'
