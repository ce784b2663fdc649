import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Empty, Failure } from '../../components/states.tsx'
import { useApi } from '../../components/use-api.ts'
import { en } from '../../strings/en.ts'
import { type Deployment, deploymentQuery } from '../../swap/deployment.ts'
import { runnerOf, useSwaps } from '../../swap/use-runner.ts'
import { useWallet } from '../../wallet/use-wallet.ts'
import { WalletProvider } from '../../wallet/wallet-provider.tsx'
import { FormPlace } from './form-place.tsx'
import { SwapCard } from './swap-card.tsx'
import { SwapForm } from './swap-form.tsx'

export function SwapDesk() {
  const { data: deployment, error, refetch } = useQuery(deploymentQuery(useApi()))
  if (deployment === undefined)
    return error === null ? <FormPlace /> : <Failure error={error} retry={() => void refetch()} />
  if (deployment === null) return <Empty title={en.swap.notHere} hint={en.swap.notHereHint} />
  return (
    <WalletProvider deployment={deployment}>
      <Desk deployment={deployment} />
    </WalletProvider>
  )
}

function Desk({ deployment }: { deployment: Deployment }) {
  const wallet = useWallet()
  const runner = runnerOf(deployment)
  const swaps = useSwaps(runner, wallet)
  const [wantsForm, setWantsForm] = useState<boolean>()
  const isForm = wantsForm ?? swaps.length === 0
  // A swap that is being made is in the list before its order: until then the form shows it, or why there is none.
  const shown = isForm ? swaps.filter(({ state }) => state.orderId !== null) : swaps
  return (
    <>
      {isForm ? (
        <SwapForm
          {...{ deployment, runner, wallet }}
          onStarting={() => setWantsForm(true)}
          onStarted={() => setWantsForm(false)}
        />
      ) : null}
      {shown.map((view) => (
        <SwapCard key={view.key} {...{ view, runner, wallet, deployment }} onAgain={() => setWantsForm(true)} />
      ))}
      {isForm || shown.every(({ phase }) => phase === 'over') ? null : (
        <button type="button" className="button quiet" onClick={() => setWantsForm(true)}>
          {en.swap.another}
        </button>
      )}
    </>
  )
}
