import type { OrderWire } from '@tandem/contracts'
import { TandemProvider } from '@tandem/react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../components/use-api.ts'
import { en } from '../../strings/en.ts'
import { deploymentQuery } from '../../swap/deployment.ts'
import { WalletProvider } from '../../wallet/wallet-provider.tsx'
import { ActionsPanel } from './actions-panel.tsx'
import { VerifiedPanel } from './verified-panel.tsx'

/** The panels of an order's page that need chains or wallets. They are loaded later, because viem and wagmi are large. */
export function ChainPanels({ order }: { order: OrderWire }) {
  const { data: deployment, error } = useQuery(deploymentQuery(useApi()))
  if (deployment == null)
    return deployment === undefined && error === null ? (
      <div className="panel-placeholder" />
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
