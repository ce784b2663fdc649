import type { InitiationPath } from '@tandem/contracts/rules'
import { type ReactNode, useEffect, useState } from 'react'
import type { SwapView } from '../../swap-runner.ts'
import { type CardWallet, useCard } from '../card-context.tsx'
import { useWalletFunds } from '../chains/use-wallet-funds.ts'
import type { SourceSeen } from '../domain/source-seen.ts'
import { PathField } from '../form/path-field.tsx'
import { Countdown } from '../pieces/time.tsx'
import { en } from '../text/en.ts'
import { ForgetButton } from './forget-button.tsx'
import { HandOver } from './hand-over.tsx'

const text = en

interface SeenProps {
  view: SwapView
  seen: SourceSeen
}

const isOwnOf = ({ state }: SwapView, wallet: CardWallet | undefined): wallet is CardWallet =>
  wallet !== undefined && state.sourceAddress.toLowerCase() === wallet.address.toLowerCase()

/** A swap whose escrow stands goes on by the chain's word, while the orderbook says nothing. */
export function useGoOn({ view, seen }: SeenProps): void {
  const { config, wallet } = useCard()
  const { swaps } = config
  const { key, phase, path } = view
  const owner = isOwnOf(view, wallet) ? wallet : undefined
  const isDue = phase === 'resting' && seen === 'funded'
  useEffect(() => {
    if (isDue && owner !== undefined) swaps.resume(key, { wallet: owner, path, initiates: false })
  }, [isDue, owner, swaps, key, path])
}

/** How a swap that is not driven goes on; `null` where it needs no button. */
export function SwapButtons(props: SeenProps) {
  const { view, seen } = props
  const { config, wallet, connect } = useCard()
  const { key, phase, order, state } = view
  if (phase === 'running' || phase === 'elsewhere') return <UnderWay {...props} />
  if (phase === 'over') return null
  if (!isOwnOf(view, wallet))
    return <NeedsWallet address={state.sourceAddress} connect={wallet === undefined ? connect : null} />
  const isUnfunded = order === undefined || order.status === 'created'
  if (isUnfunded && seen !== 'funded') return <Unfunded {...props} wallet={wallet} />
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

/** What the user of a swap that goes on by itself may do. */
function UnderWay(props: SeenProps) {
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

/** A secret that stays longer than this leaves no more, and the amount comes back only later. */
function MayClose({ view: { order } }: SeenProps) {
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

/** The source escrow is not on chain: the user chooses again how to pay, or gives the swap up. */
function Unfunded({ view, seen, wallet }: SeenProps & { wallet: CardWallet }) {
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
        <ForgetButton view={view} seen={seen} />
      </div>
    </div>
  )
}
