import { TandemProvider, useSwaps } from '@tandem/react'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/states.tsx'
import { useApi } from '../../components/use-api.ts'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'
import { deploymentQuery } from '../../swap/deployment.ts'
import { useWallet } from '../../wallet/use-wallet.ts'
import { WalletProvider } from '../../wallet/wallet-provider.tsx'
import { OwnOrdersPanel } from './own-orders-panel.tsx'

export function OwnSwaps() {
  const { data: deployment, isPending } = useQuery(deploymentQuery(useApi()))
  // The panel is shown from the start, or everything below it would jump.
  if (isPending)
    return (
      <Panel id="own" title={en.swap.own.title}>
        <Skeleton lines={4} />
      </Panel>
    )
  if (deployment == null) return null
  return (
    <WalletProvider deployment={deployment}>
      <TandemProvider config={deployment}>
        <Own deployment={deployment} />
      </TandemProvider>
    </WalletProvider>
  )
}

function Own({ deployment }: { deployment: Deployment }) {
  const wallet = useWallet()
  // Open swaps also go on while the user is on this page.
  useSwaps({ wallet })
  return <OwnOrdersPanel deployment={deployment} wallet={wallet} />
}
