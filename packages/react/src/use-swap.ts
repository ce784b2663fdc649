import type { SwapRequest } from '@tandem/sdk'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ConnectedWallet } from './connected-wallet.ts'
import { useTandem } from './provider.ts'
import type { RunWith, SwapView } from './swap-runner.ts'

/** What is swapped, by which wallet, and how it pays. */
export interface StartSwap extends Omit<RunWith, 'initiates'> {
  request: SwapRequest
}

/** One swap: its progress, and what the user can do with it. */
export interface UseSwapResult {
  /** Makes the order and begins the swap. The mutation's data is the key of the swap. */
  start: UseMutationResult<string, Error, StartSwap>
  /** The swap with this key; without a key, the swap that this component started. */
  swap: SwapView | undefined
  /** Goes on with a swap that rests, failed or was refused. With `initiates`, the wallet is asked to pay. */
  resume: (runWith: RunWith) => void
  /** Claims the destination escrow by the user's own transaction, for when the relayer does not. */
  claimOnHub: UseMutationResult<void, Error, ConnectedWallet>
  /**
   * Gives the secret to the relayer, so that the user can close the page. Offer it with the warning of docs/trust.md, and
   * never by default.
   */
  handOver: UseMutationResult<void, Error, ConnectedWallet>
  /** Removes the swap from this browser, with its secret. Only a wallet that can make the secret again finds the swap later. */
  forget: () => Promise<void>
}

/**
 * Starts a swap, or shows one that this browser keeps. A swap goes on when the component is unmounted. When the tab was closed,
 * {@link useSwaps} goes on with it at the next visit.
 * @param options.key the key of a kept swap, from `start.data` or from `useSwaps`.
 * @example
 * const { start, swap } = useSwap()
 * start.mutate({ request, wallet, path: 'permit' })
 */
export function useSwap({ key }: { key?: string | undefined } = {}): UseSwapResult {
  const { swaps } = useTandem()
  const views = useSyncExternalStore(swaps.subscribe, swaps.views, noViews)
  const start = useMutation<string, Error, StartSwap>({
    mutationFn: ({ request, ...runWith }) => swaps.start(request, runWith),
  })
  const wanted = key ?? start.data
  const claimOnHub = useMutation<void, Error, ConnectedWallet>({
    mutationFn: (wallet) => swaps.claimOnHub(wanted ?? '', wallet),
  })
  const handOver = useMutation<void, Error, ConnectedWallet>({
    mutationFn: (wallet) => swaps.handOver(wanted ?? '', wallet),
  })
  return {
    start,
    swap: views.find((view) => view.key === wanted),
    resume: (runWith) => swaps.resume(wanted ?? '', runWith),
    claimOnHub,
    handOver,
    forget: () => swaps.forget(wanted ?? ''),
  }
}

const none: readonly SwapView[] = []
export const noViews = (): readonly SwapView[] => none
