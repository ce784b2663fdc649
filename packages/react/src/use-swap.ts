import type { SwapRequest } from '@tandem/sdk'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ConnectedWallet } from './connected-wallet.ts'
import { useTandem } from './provider.ts'
import type { RunWith, SwapView } from './swap-runner.ts'

export interface StartSwap extends Omit<RunWith, 'initiates'> {
  request: SwapRequest
}

/** The result of {@link useSwap}. */
export interface UseSwapResult {
  /** The data is the key of the swap, as soon as there is an order. */
  start: UseMutationResult<string, Error, StartSwap>
  /** Of the given key, or the one that was started here last. */
  swap: SwapView | undefined
  /** Drives a swap on that rests, failed, or was refused by the user. */
  resume: (runWith: RunWith) => void
  /** Claims by the recipient's own transaction, where the relayer does not. */
  claimOnHub: UseMutationResult<void, Error, ConnectedWallet>
  /** Forgets the swap, and its secret for good if the wallet cannot make it again. */
  forget: () => Promise<void>
}

/**
 * A swap from start to end. It goes on when the component is unmounted, and after the tab was closed by `useSwaps`.
 *
 * @param options.key of a swap that is there already.
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
  return {
    start,
    swap: views.find((view) => view.key === wanted),
    resume: (runWith) => swaps.resume(wanted ?? '', runWith),
    claimOnHub,
    forget: () => swaps.forget(wanted ?? ''),
  }
}

const none: readonly SwapView[] = []
/** A server keeps no swaps. */
export const noViews = (): readonly SwapView[] => none
