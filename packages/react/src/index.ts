export { isRefusal, type Reason } from '@tandem/sdk'
export { type CreateConfigOptions, createConfig, type TandemConfig } from './config.ts'
export type { ConnectedWallet } from './connected-wallet.ts'
export { TandemProvider, useTandem } from './provider.ts'
export {
  type Phase,
  type RunWith,
  SwapRunner,
  type SwapRunnerOptions,
  type SwapView,
} from './swap-runner.ts'
export { useOrder } from './use-order.ts'
export { type UseQuoteOptions, useQuote } from './use-quote.ts'
export { type UseRefundVariables, useRefund } from './use-refund.ts'
export { type StartSwap, type UseSwapResult, useSwap } from './use-swap.ts'
export { type RestoreSwaps, type UseSwapsResult, useSwaps } from './use-swaps.ts'
export { inTurnOf } from './wallet-turns.ts'
