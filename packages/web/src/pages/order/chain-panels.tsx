import type { OrderWire } from '@tandem/contracts'
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
      <p className="note small">{en.verified.notHere}</p>
    )
  return (
    <WalletProvider deployment={deployment}>
      <ActionsPanel order={order} deployment={deployment} />
      <VerifiedPanel order={order} deployment={deployment} />
    </WalletProvider>
  )
}
