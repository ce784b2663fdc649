import type { InitiationPath } from '@tandem/contracts/rules'
import { type ReactNode, useEffect, useState } from 'react'
import type { SwapView } from '../../swap-runner.ts'
import { type CardWallet, useCard } from '../card-context.tsx'
import { useWalletFunds } from '../chains/use-wallet-funds.ts'
import { Countdown } from '../components/time.tsx'
import type { SourceState } from '../domain/source-state.ts'
import { PathField } from '../form/path-field.tsx'
import { en } from '../text/en.ts'
import { ForgetButton } from './forget-button.tsx'
import { HandOver } from './hand-over.tsx'

const text = en

interface SwapButtonsProps {
  view: SwapView
  sourceState: SourceState
}

const isOwnOf = ({ state }: SwapView, wallet: CardWallet | undefined): wallet is CardWallet =>
  wallet !== undefined && state.sourceAddress.toLowerCase() === wallet.address.toLowerCase()

/** Resumes a resting swap when the chain shows that its source is funded, even if the orderbook does not answer. */
export function useAutoResume({ view, sourceState }: SwapButtonsProps): void {
  const { config, wallet } = useCard()
  const { swaps } = config
  const { key, phase, path } = view
  const owner = isOwnOf(view, wallet) ? wallet : undefined
  const isDue = phase === 'resting' && sourceState === 'funded'
  useEffect(() => {
    if (isDue && owner !== undefined) swaps.resume(key, { wallet: owner, path, initiates: false })
  }, [isDue, owner, swaps, key, path])
}

/** The buttons of a swap that is not over: to go on with it, to take the amount back, or to forget it. */
export function SwapButtons(props: SwapButtonsProps) {
  const { view, sourceState } = props
  const { config, wallet, connect } = useCard()
  const { key, phase, order, state } = view
  if (phase === 'running' || phase === 'elsewhere') return <UnderWay {...props} />
  if (phase === 'over') return null
  if (!isOwnOf(view, wallet))
    return <NeedsWallet address={state.sourceAddress} connect={wallet === undefined ? connect : null} />
  const isUnfunded = order === undefined || order.status === 'created'
  if (isUnfunded && sourceState !== 'funded') return <Unfunded {...props} wallet={wallet} />
  const isBack = order?.status === 'refundable' || order?.status === 'expired'
  return (
    <div className="tandem-row">
      <button
        type="button"
        className="tandem-button"
        onClick={() => config.swaps.resume(key, { wallet, path: view.path, initiates: false })}
      >
        {isBack ? text.takeBack : text.goOn}
      </button>
      {order?.status === 'expired' ? <ForgetButton {...props} /> : null}
    </div>
  )
}

function NeedsWallet({ address, connect }: { address: string; connect: ReactNode }) {
  return (
    <>
      <p className="tandem-note">{text.needsWallet(address)}</p>
      {connect == null ? null : <div className="tandem-connect">{connect}</div>}
    </>
  )
}

/** What the user may do while a swap goes on by itself: close the page, or give the secret to the relayer. */
function UnderWay(props: SwapButtonsProps) {
  const { wallet } = useCard()
  const { phase, step } = props.view
  const isMakersTurn = phase === 'running' && step === 'waiting_for_market_maker'
  return (
    <>
      <MayClose {...props} />
      {isMakersTurn && isOwnOf(props.view, wallet) ? <HandOver view={props.view} wallet={wallet} /> : null}
    </>
  )
}

/** Says until when the page may stay closed. After that the secret is not revealed any more, and the swap ends in a refund. */
function MayClose({ view: { order } }: SwapButtonsProps) {
  const { network } = useCard().config
  const { chain: name = '', cancel_after: deadline } = order?.destination_intent ?? {}
  const safetySecs = network.chains.find(({ chain }) => chain === name)?.claim_safety_secs
  return (
    <p className="tandem-small tandem-soft">
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

/** For a swap whose source escrow is not on chain: the user chooses again how to pay, or forgets the swap. */
function Unfunded({ view, sourceState, wallet }: SwapButtonsProps & { wallet: CardWallet }) {
  const { network, swaps } = useCard().config
  const { source } = view.state.quote
  const asset = network.assets.find((one) => one.asset === source.asset)
  const vault = view.state.vaults?.source
  const { funds, paths } = useWalletFunds({ asset, amount: BigInt(source.amount), vault })
  const [chosen, setChosen] = useState<InitiationPath>(view.path)
  const path = paths?.includes(chosen) ? chosen : paths?.[0]
  return (
    <div className="tandem-stack">
      {paths === undefined || path === undefined || funds?.isFunded ? null : (
        <PathField paths={paths} value={path} onChange={setChosen} />
      )}
      <div className="tandem-row">
        <button
          type="button"
          className="tandem-button"
          disabled={path === undefined}
          onClick={() => path !== undefined && swaps.resume(view.key, { wallet, path, initiates: true })}
        >
          {text.goOn}
        </button>
        <ForgetButton view={view} sourceState={sourceState} />
      </div>
    </div>
  )
}
