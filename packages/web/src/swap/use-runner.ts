import { SwapRunner, type SwapView } from '@tandem/react'
import { useEffect, useSyncExternalStore } from 'react'
import type { ConnectedWallet } from '../wallet/use-wallet.ts'
import type { Deployment } from './deployment.ts'

let made: SwapRunner | undefined

/** The one runner of this page. */
export function runnerOf(deployment: Deployment): SwapRunner {
  made ??= new SwapRunner(deployment)
  return made
}

/** How often the orders of swaps that are not driven are read, in milliseconds. */
const paceMs = 2_000

/** The swaps of this browser. Swaps whose escrow is on chain are driven on as soon as their wallet is connected. */
export function useSwaps(runner: SwapRunner, wallet: ConnectedWallet | undefined): readonly SwapView[] {
  const views = useSyncExternalStore(runner.subscribe, runner.views)
  useEffect(() => {
    void runner.load().then(() => runner.refresh())
    const timer = setInterval(() => void runner.refresh(), paceMs)
    return () => clearInterval(timer)
  }, [runner])
  useEffect(() => {
    if (wallet !== undefined && views.length > 0) runner.resumeOwn(wallet)
  }, [runner, views, wallet])
  return views
}
