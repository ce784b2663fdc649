import type { SwapRunner, SwapView } from '@tandem/react'
import type { RunStep } from '@tandem/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readinessQuery } from '../../api/queries.ts'
import { Problem } from '../../components/states.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Countdown } from '../../components/time.tsx'
import { useApi } from '../../components/use-api.ts'
import { amountText } from '../../domain/amount.ts'
import type { Path } from '../../domain/choose-paths.ts'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'
import { secretKeeper } from '../../swap/secret-keeper.ts'
import { type ProgressLine, progressOf } from '../../swap/swap-progress.ts'
import { useMeans } from '../../swap/use-means.ts'
import { useAsking } from '../../wallet/asking.ts'
import type { ConnectedWallet } from '../../wallet/use-wallet.ts'
import { errorText } from './error-text.ts'
import { PathField } from './path-field.tsx'

const text = en.swap

interface SwapCardProps {
  view: SwapView
  runner: SwapRunner
  wallet: ConnectedWallet | undefined
  deployment: Deployment
}

/** A swap of this browser: how far it is, what the wallet asks for, and how it goes on. */
export function SwapCard({ view, runner, wallet, deployment }: SwapCardProps) {
  const { state, order, phase, step, error } = view
  const { source, destination } = state.quote
  const named = ({ asset, amount }: { asset: string; amount: string }) => {
    const token = deployment.network.assets.find((one) => one.asset === asset)
    return token === undefined ? `${amount} ${asset}` : amountText(amount, token)
  }
  const title = `${named(source)} → ${named(destination)}`
  const keptBy = secretKeeper(view)
  return (
    <section className="panel" aria-label={text.card(title)}>
      <div className="panel-head">
        <h2>{title}</h2>
        {/* The steps below say more than the status, and sooner. */}
        {order === undefined || step !== undefined ? null : <StatusBadge status={order.status} />}
      </div>
      <p className="row small">
        {order === undefined ? null : (
          <Link to="/orders/$orderId" params={{ orderId: order.order_id }}>
            {text.toOrder}
          </Link>
        )}
        {keptBy === null ? null : (
          <span className="soft">{keptBy === 'wallet' ? text.secretOfWallet : text.secretOfBrowser}</span>
        )}
      </p>
      {phase === 'elsewhere' ? <p className="note">{text.elsewhere}</p> : null}
      {step === undefined ? null : (
        <ol className="progress">
          {linesOf(step, phase).map((line) => (
            <Line key={line.step} line={line} view={view} />
          ))}
        </ol>
      )}
      {phase === 'over' && view.unverified?.length ? <p className="note">{text.unverified}</p> : null}
      {phase === 'running' ? <Wanted view={view} /> : null}
      {phase === 'running' && asksRelayer(view) ? <RelayerNote isInitiating={step === 'initiating'} /> : null}
      <Problem text={error === undefined ? null : errorText(error)} />
      <Buttons view={view} runner={runner} wallet={wallet} deployment={deployment} />
    </section>
  )
}

/** Of a swap that has ended the end is enough. */
function linesOf(step: RunStep, phase: SwapView['phase']): ProgressLine[] {
  const lines = progressOf(step)
  return phase === 'over' && lines.every(({ state }) => state === 'done') ? lines.slice(-1) : lines
}

const marks: Record<ProgressLine['state'], string> = { done: '✓', now: '…', ahead: '' }

function Line({ line: { step, state }, view }: { line: ProgressLine; view: SwapView }) {
  const until = state === 'now' && step === 'waiting_for_refund' ? view.order?.source_intent.cancel_after : undefined
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="step-dot" aria-hidden="true">
        {marks[state]}
      </span>
      <span>
        {text.steps[step]}
        {state === 'now' ? <span className="small soft block">{text.stepHints[step]}</span> : null}
        {until === undefined ? null : (
          <span className="small block">
            <Countdown until={until} />
          </span>
        )}
      </span>
    </li>
  )
}

/** The wallet's question to its user at this moment. */
function Wanted({ view: { step, path } }: { view: SwapView }) {
  const asking = useAsking()
  if (asking === undefined) return null
  return (
    <p className="note" data-tone="wait" role="status">
      <strong>{text.asking[asking]}</strong>
      {step === 'initiating' ? <span>{text.paths[path].means}</span> : null}
    </p>
  )
}

const asksRelayer = ({ step, path }: SwapView) =>
  step === 'revealing' || step === 'ensuring_claim' || (step === 'initiating' && path !== 'native')

/** Says why a step takes long: the relayer, which it needs, is not there. */
function RelayerNote({ isInitiating }: { isInitiating: boolean }) {
  const { error } = useQuery(readinessQuery(useApi(), 'relayer'))
  if (error === null) return null
  return (
    <p className="note" data-tone="wait" role="status">
      {isInitiating ? text.relayerDown.initiating : text.relayerDown.claiming}
    </p>
  )
}

/** How a swap that is not driven goes on; `null` where it needs no button. */
function Buttons(props: SwapCardProps) {
  const { view, runner, wallet } = props
  const { key, phase, order, state } = view
  if (phase === 'running' || phase === 'elsewhere') return <MayClose {...props} />
  if (phase === 'over') {
    return (
      <div className="row">
        <button type="button" className="button quiet" onClick={() => void runner.forget(key)}>
          {text.hide}
        </button>
      </div>
    )
  }
  const isOwn = wallet !== undefined && state.sourceAddress.toLowerCase() === wallet.address.toLowerCase()
  if (!isOwn) return <p className="note">{text.needsWallet(state.sourceAddress)}</p>
  if (order === undefined || order.status === 'created') return <Unfunded {...props} wallet={wallet} />
  const isBack = order.status === 'refundable' || order.status === 'expired'
  return (
    <div className="row">
      <button
        type="button"
        className="button"
        onClick={() => runner.resume(key, { wallet, path: view.path, initiates: false })}
      >
        {isBack ? text.takeBack : text.goOn}
      </button>
      {order.status === 'expired' ? <Forget {...props} /> : null}
    </div>
  )
}

/** A secret that stays longer than this leaves no more, and the amount comes back only later. */
function MayClose({ view: { order }, deployment }: SwapCardProps) {
  const { chain: name = '', cancel_after: deadline } = order?.destination_intent ?? {}
  const safetySecs = deployment.network.chains.find(({ chain }) => chain === name)?.claim_safety_secs
  return (
    <p className="small soft">
      {text.mayClose}{' '}
      {deadline === undefined || safetySecs === undefined ? null : (
        <>
          {text.comeBack} <Countdown until={deadline - safetySecs} />
        </>
      )}
    </p>
  )
}

function Forget({ view, runner }: SwapCardProps) {
  return (
    <>
      <button type="button" className="button quiet" onClick={() => void runner.forget(view.key)}>
        {text.forget}
      </button>
      <span className="small soft">{text.forgetHint}</span>
    </>
  )
}

/** The source escrow is not on chain: the user chooses again how to pay, or gives the swap up. */
function Unfunded(props: SwapCardProps & { wallet: ConnectedWallet }) {
  const { view, runner, wallet, deployment } = props
  const { source } = view.state.quote
  const asset = deployment.network.assets.find((one) => one.asset === source.asset)
  const vault = view.state.vaults?.source
  const { means, paths } = useMeans(deployment, { asset, wallet, amount: BigInt(source.amount), vault })
  const [chosen, setChosen] = useState<Path>(view.path)
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
        <Forget {...props} />
      </div>
    </div>
  )
}
