import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Answered, Empty } from '../../components/states.tsx'
import { useApi } from '../../components/use-api.ts'
import { useTitle } from '../../components/use-title.ts'
import { en } from '../../strings/en.ts'
import '../../styles/swap.css'
import { type Deployment, deploymentQuery } from '../../swap/deployment.ts'
import { runnerOf, useSwaps } from '../../swap/use-runner.ts'
import { useWallet } from '../../wallet/use-wallet.ts'
import { WalletPanel } from '../../wallet/wallet-panel.tsx'
import { WalletProvider } from '../../wallet/wallet-provider.tsx'
import { OwnOrdersPanel } from './own-orders-panel.tsx'
import { SwapCard } from './swap-card.tsx'
import { SwapForm } from './swap-form.tsx'

/** Makes swaps, drives those of this browser to their end, and shows the wallet's own orders. */
export function SwapPage() {
  useTitle(en.swap.title)
  const query = useQuery(deploymentQuery(useApi()))
  return (
    <>
      <div className="stack">
        <h1>{en.swap.title}</h1>
        <p className="soft">{en.swap.intro}</p>
      </div>
      <Answered query={query} lines={12}>
        {(deployment) =>
          deployment === null ? (
            <Empty title={en.swap.notHere} hint={en.swap.notHereHint} />
          ) : (
            <WalletProvider deployment={deployment}>
              <Loaded deployment={deployment} />
            </WalletProvider>
          )
        }
      </Answered>
    </>
  )
}

function Loaded({ deployment }: { deployment: Deployment }) {
  const wallet = useWallet()
  const runner = runnerOf(deployment)
  const swaps = useSwaps(runner, wallet)
  const queries = useQueryClient()
  const statuses = swaps.map(({ order }) => order?.status).join()
  // The list below follows what happens above at once.
  useEffect(() => {
    if (statuses !== '') void queries.invalidateQueries({ queryKey: ['orders', 'own'] })
  }, [queries, statuses])
  return (
    <div className="swap-page">
      <div className="column">
        <WalletPanel />
        <SwapForm deployment={deployment} runner={runner} wallet={wallet} />
      </div>
      <div className="column">
        {swaps.map((view) => (
          <SwapCard key={view.key} view={view} runner={runner} wallet={wallet} deployment={deployment} />
        ))}
        <OwnOrdersPanel deployment={deployment} runner={runner} wallet={wallet} />
      </div>
    </div>
  )
}
