export {
  type Asset,
  type BridgeStatus,
  type Chain,
  type Claim,
  type ClientOptions,
  createClient,
  type HopPayload,
  type Initiation,
  type Intent,
  type ListOrdersQuery,
  type Order,
  type OrderPage,
  type OrderStatus,
  type Quote,
  type Stats,
  type TandemClient,
} from './client.ts'
export { hopClaimOf, type Signer, signHop } from './hop.ts'
export { type Initiated, type InitiationPath, initiationPaths, type Submitter } from './initiate.ts'
export { newSecret } from './secret.ts'
export { Swap, type SwapOptions, type SwapRequest, type SwapState } from './swap.ts'
export { TandemError, type TandemErrorCode } from './tandem-error.ts'
export {
  type Expectation,
  type KnownNetwork,
  termsOf,
  type VerifiedAsset,
  type VerifiedChain,
  verifyOrder,
} from './verify-order.ts'
export type { Wallet } from './wallet.ts'
