import { SwapCard } from '@tandem/react/card'
import { useQuery } from '@tanstack/react-query'
import { Empty, Failure } from '../../components/states.tsx'
import { useApi } from '../../components/use-api.ts'
import { en } from '../../strings/en.ts'
import { type Deployment, deploymentQuery } from '../../swap/deployment.ts'
import { ConnectButton } from '../../wallet/connect-button.tsx'
import { useWallet } from '../../wallet/use-wallet.ts'
import { WalletProvider } from '../../wallet/wallet-provider.tsx'
import { FormPlaceholder } from './form-placeholder.tsx'
import { orderLink } from './order-link.tsx'

export function SwapPanel() {
  const { data: deployment, error, refetch } = useQuery(deploymentQuery(useApi()))
  if (deployment === undefined)
    return error === null ? <FormPlaceholder /> : <Failure error={error} retry={() => void refetch()} />
  if (deployment === null) return <Empty title={en.swap.notHere} hint={en.swap.notHereHint} />
  return (
    <WalletProvider deployment={deployment}>
      <ConnectedCard deployment={deployment} />
    </WalletProvider>
  )
}

const connect = <ConnectButton />

function ConnectedCard({ deployment }: { deployment: Deployment }) {
  return <SwapCard config={deployment} wallet={useWallet()} connect={connect} orderLink={orderLink} />
}
