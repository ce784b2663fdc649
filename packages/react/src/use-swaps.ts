import type { RestoreOptions } from '@tandem/sdk'
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { ConnectedWallet } from './connected-wallet.ts'
import { useTandem } from './provider.ts'
import type { SwapView } from './swap-runner.ts'
import { noViews } from './use-swap.ts'

const paceMs = 2_000

export interface UseSwapsResult {
  /** The newest first. */
  swaps: readonly SwapView[]
  /** Without storage a swap lasts as long as its page. */
  load: UseQueryResult<null>
  /** Its data is how many were found. */
  restore: UseMutationResult<number, Error, RestoreSwaps>
}

export interface RestoreSwaps {
  wallet: ConnectedWallet
  /** No quote is left to prove it: show the user what would be received. */
  accept: RestoreOptions['accept']
}

/** Swaps of `wallet` with an escrow on chain are driven on. Closing a tab loses none. */
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
    // A hidden tab drives its swaps on.
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
