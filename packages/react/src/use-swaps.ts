import type { RestoreOptions } from '@tandem/sdk'
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { ConnectedWallet } from './connected-wallet.ts'
import { useTandem } from './provider.ts'
import type { SwapView } from './swap-runner.ts'
import { noViews } from './use-swap.ts'

/** Milliseconds. */
const paceMs = 2_000

/** The result of {@link useSwaps}. */
export interface UseSwapsResult {
  /** The newest first. */
  swaps: readonly SwapView[]
  /** Where a browser forbids storage, a swap lasts as long as its page. */
  load: UseQueryResult<null>
  /** By the wallet's signature; its data is how many were found. */
  restore: UseMutationResult<number, Error, RestoreSwaps>
}

export interface RestoreSwaps {
  wallet: ConnectedWallet
  /** Shows the user what would be received: no quote is left to prove it. */
  accept: RestoreOptions['accept']
}

/**
 * The swaps of this browser. `wallet`: its swaps with an escrow on chain are driven on. Closing a tab delays a swap
 * and loses none.
 */
export function useSwaps({ wallet }: { wallet?: ConnectedWallet | undefined } = {}): UseSwapsResult {
  const { swaps: runner } = useTandem()
  const views = useSyncExternalStore(runner.subscribe, runner.views, noViews)
  const load = useQuery({
    queryKey: ['tandem', 'swaps'],
    queryFn: async () => {
      await runner.load()
      await runner.refresh()
      return null
    },
    refetchInterval: paceMs,
    // A hidden tab drives its swaps on, and the store needs no network.
    refetchIntervalInBackground: true,
    networkMode: 'always',
  })
  useEffect(() => {
    if (wallet !== undefined && views.length > 0) runner.resumeOwn(wallet)
  }, [runner, views, wallet])
  const restore = useMutation<number, Error, RestoreSwaps>({
    mutationFn: ({ wallet: owner, accept }) => runner.restore(owner, accept),
  })
  return { swaps: views, load, restore }
}
