import type { InitiationPath } from '@tandem/contracts/rules'
import type { SwapRunner, SwapView } from '@tandem/react'
import { useEffect, useState } from 'react'
import { Countdown } from '../../components/time.tsx'
import type { SourceSeen } from '../../domain/source-seen.ts'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'
import { useMeans } from '../../swap/use-means.ts'
import type { ConnectedWallet } from '../../wallet/use-wallet.ts'
import { ForgetButton } from './forget-button.tsx'
import { PathField } from './path-field.tsx'

const text = en.swap

/** A swap of this browser, and all that moves it. */
export interface SwapProps {
  view: SwapView
  runner: SwapRunner
  wallet: ConnectedWallet | undefined
  deployment: Deployment
}

type SeenProps = SwapProps & { seen: SourceSeen }

const isOwnOf = ({ state }: SwapView, wallet: ConnectedWallet | undefined): wallet is ConnectedWallet =>
  wallet !== undefined && state.sourceAddress.toLowerCase() === wallet.address.toLowerCase()

/** A swap whose escrow stands goes on by the chain's word, while the orderbook says nothing. */
export function useGoOn({ view, runner, wallet, seen }: Omit<SeenProps, 'deployment'>): void {
  const { key, phase, path } = view
  const owner = isOwnOf(view, wallet) ? wallet : undefined
  const isDue = phase === 'resting' && seen === 'funded'
  useEffect(() => {
    if (isDue && owner !== undefined) runner.resume(key, { wallet: owner, path, initiates: false })
  }, [isDue, owner, runner, key, path])
}

/** How a swap that is not driven goes on; `null` where it needs no button. */
export function SwapButtons(props: SeenProps) {
  const { view, runner, wallet, seen } = props
  const { key, phase, order, state } = view
  if (phase === 'running' || phase === 'elsewhere') return <MayClose {...props} />
  if (phase === 'over') return null
  if (!isOwnOf(view, wallet)) return <p className="note">{text.needsWallet(state.sourceAddress)}</p>
  const isUnfunded = order === undefined || order.status === 'created'
  if (isUnfunded && seen !== 'funded') return <Unfunded {...props} wallet={wallet} />
  const isBack = order?.status === 'refundable' || order?.status === 'expired'
  return (
    <div className="row">
      <button
        type="button"
        className="button"
        onClick={() => runner.resume(key, { wallet, path: view.path, initiates: false })}
      >
        {isBack ? text.takeBack : text.goOn}
      </button>
      {order?.status === 'expired' ? <ForgetButton {...{ view, seen, runner }} /> : null}
    </div>
  )
}

/** A secret that stays longer than this leaves no more, and the amount comes back only later. */
function MayClose({ view: { order }, deployment }: SeenProps) {
  const { chain: name = '', cancel_after: deadline } = order?.destination_intent ?? {}
  const safetySecs = deployment.network.chains.find(({ chain }) => chain === name)?.claim_safety_secs
  return (
    <p className="small soft">
      {text.mayClose}
      {deadline === undefined || safetySecs === undefined ? null : (
        <>
          {text.atTheLatest} <Countdown until={deadline - safetySecs} />
        </>
      )}
      .
    </p>
  )
}

/** The source escrow is not on chain: the user chooses again how to pay, or gives the swap up. */
function Unfunded({ view, runner, wallet, deployment, seen }: SeenProps & { wallet: ConnectedWallet }) {
  const { source } = view.state.quote
  const asset = deployment.network.assets.find((one) => one.asset === source.asset)
  const vault = view.state.vaults?.source
  const { means, paths } = useMeans(deployment, { asset, wallet, amount: BigInt(source.amount), vault })
  const [chosen, setChosen] = useState<InitiationPath>(view.path)
  const path = paths?.includes(chosen) ? chosen : paths?.[0]
  return (
    <div className="stack">
      {paths === undefined || path === undefined || means?.isFunded ? null : (
        <PathField paths={paths} value={path} onChange={setChosen} />
      )}
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={path === undefined}
          onClick={() => path !== undefined && runner.resume(view.key, { wallet, path, initiates: true })}
        >
          {text.goOn}
        </button>
        <ForgetButton {...{ view, seen, runner }} />
      </div>
    </div>
  )
}
