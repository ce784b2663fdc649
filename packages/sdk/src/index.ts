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
  CreateWebhook,
  EventPage,
  Explanation,
  HopPayload,
  Initiation,
  Intent,
  ListDeliveriesQuery,
  ListEventsQuery,
  ListOrdersQuery,
  Order,
  OrderEvent,
  OrderPage,
  OrderStatus,
  Quote,
  Route,
  Stats,
  Webhook,
  WebhookCreated,
  WebhookDelivery,
  WebhookPayload,
} from './client/types.ts'
export type { SwitchChain, WantedChain } from './ensure-chain.ts'
export type { Endpoint, EvidenceOptions } from './evidence/evidence-options.ts'
export type { RevealVerdict } from './evidence/judge-reveal.ts'
export { readEvidence, requireReveal } from './evidence/read-evidence.ts'
export { hopClaimOf, type Signer, signHop } from './hop.ts'
export {
  type Initiated,
  type InitiationPath,
  initiationPaths,
  type StepOptions,
  type Submitter,
} from './initiate/source-side.ts'
export { newSecret } from './secret.ts'
export { type MadeSecret, type SecretContext, type SecretSource, walletSecrets } from './secrets/wallet-secrets.ts'
export { memoryStore, type SwapStore } from './stores/swap-store.ts'
export { type ClaimOptions, type EnsureClaimedOptions, Swap } from './swap.ts'
export type { SwapOptions, SwapRequest, SwapState } from './swap-state.ts'
export { TandemError, type TandemErrorCode } from './tandem-error.ts'
export {
  type Expectation,
  type KnownNetwork,
  termsOf,
  type VerifiedAsset,
  type VerifiedChain,
  verifyOrder,
} from './verify-order.ts'
export { verifyQuote } from './verify-quote.ts'
export { verifyWebhook } from './verify-webhook.ts'
export { finalStatuses, type WaitOptions } from './wait-for.ts'
export type { Wallet } from './wallet.ts'
