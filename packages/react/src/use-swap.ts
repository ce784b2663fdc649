import type { SwapRequest } from '@tandem/sdk'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ConnectedWallet } from './connected-wallet.ts'
import { useTandem } from './provider.ts'
import type { RunWith, SwapView } from './swap-runner.ts'

export interface StartSwap extends Omit<RunWith, 'initiates'> {
  request: SwapRequest
}

export interface UseSwapResult {
  /** Its data is the key. */
  start: UseMutationResult<string, Error, StartSwap>
  /** By default the one that was started here. */
  swap: SwapView | undefined
  resume: (runWith: RunWith) => void
  /** Where the relayer does not claim. */
  claimOnHub: UseMutationResult<void, Error, ConnectedWallet>
  /** Lets the user close the page. Offer it with the sentence of docs/trust.md, and never by default. */
  handOver: UseMutationResult<void, Error, ConnectedWallet>
  /** The secret is lost if the wallet cannot make it again. */
  forget: () => Promise<void>
}

/**
 * It goes on when the component is unmounted, and after the tab was closed by `useSwaps`.
 * @param options.key of a kept swap.
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
