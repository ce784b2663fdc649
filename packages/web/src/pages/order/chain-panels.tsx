import type { OrderWire } from '@tandem/contracts'
import { TandemProvider } from '@tandem/react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../components/use-api.ts'
import { en } from '../../strings/en.ts'
import { deploymentQuery } from '../../swap/deployment.ts'
import { WalletProvider } from '../../wallet/wallet-provider.tsx'
import { ActionsPanel } from './actions-panel.tsx'
import { VerifiedPanel } from './verified-panel.tsx'

/** The parts of an order's page that speak to chains and wallets, loaded after the rest. */
export function ChainPanels({ order }: { order: OrderWire }) {
  const { data: deployment, error } = useQuery(deploymentQuery(useApi()))
  if (deployment == null)
    return deployment === undefined && error === null ? (
      <div className="fold-place" />
    ) : (
      <p className="tandem-note tandem-small">{en.verified.notHere}</p>
    )
  return (
    <WalletProvider deployment={deployment}>
      <TandemProvider config={deployment}>
        <ActionsPanel order={order} deployment={deployment} />
      </TandemProvider>
      <VerifiedPanel order={order} deployment={deployment} />
    </WalletProvider>
  )
}
