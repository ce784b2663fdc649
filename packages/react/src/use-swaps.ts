import type { RestoreOptions } from '@tandem/sdk'
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { ConnectedWallet } from './connected-wallet.ts'
import { useTandem } from './provider.ts'
import type { SwapView } from './swap-runner.ts'
import { noViews } from './use-swap.ts'

const refetchMs = 2_000

/** All swaps of this browser. */
export interface UseSwapsResult {
  /** The swaps, of which the newest comes first. */
  swaps: readonly SwapView[]
  /** Reads the browser's storage. While it has an error, a swap is kept only as long as its page is open. */
  load: UseQueryResult<null>
  /** Finds open swaps whose data this browser has lost. The mutation's data is how many were found. */
  restore: UseMutationResult<number, Error, RestoreSwaps>
}

/** The wallet that signs to find its swaps, and the question to its user. */
export interface RestoreSwaps {
  wallet: ConnectedWallet
  /** Called for each order that was found. The quote is lost, so show the user what would be received, and return the answer. */
  accept: RestoreOptions['accept']
}

/**
 * Lists the swaps of this browser, and goes on with those of `wallet` that have an escrow on chain. Mount it on every page of
 * your app where an interrupted swap should go on by itself.
 * @example
 * const { swaps, restore } = useSwaps({ wallet })
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
    refetchInterval: refetchMs,
    // Swaps also go on in a hidden tab.
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
