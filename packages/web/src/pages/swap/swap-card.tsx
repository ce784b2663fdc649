import type { SwapView } from '@tandem/react'
import type { RunStep } from '@tandem/sdk'
import { Link } from '@tanstack/react-router'
import { Sides } from '../../components/sides.tsx'
import { Problem } from '../../components/states.tsx'
import { Countdown, momentText } from '../../components/time.tsx'
import { WaitNote } from '../../components/wait-note.tsx'
import { shortAmountText } from '../../domain/amount.ts'
import { isBridged } from '../../domain/receipt.ts'
import { sentenceOf } from '../../domain/sentence-of.ts'
import { en } from '../../strings/en.ts'
import { hasSigned } from '../../swap/has-signed.ts'
import { laneWords } from '../../swap/lane-words.ts'
import { secretKeeper } from '../../swap/secret-keeper.ts'
import { type ProgressLine, progressOf, shownStep } from '../../swap/swap-progress.ts'
import { useSourceSeen } from '../../swap/use-source-seen.ts'
import { useAsking } from '../../wallet/asking.ts'
import { errorText } from './error-text.ts'
import { Receipt } from './receipt.tsx'
import { SwapBar } from './swap-bar.tsx'
import { SwapButtons, type SwapProps, useGoOn } from './swap-buttons.tsx'
import { SwapNotes } from './swap-notes.tsx'

const text = en.swap

export function SwapCard({ onAgain, ...props }: SwapProps & { onAgain?: () => void }) {
  const { view, deployment } = props
  const { state, order, phase, error } = view
  const seen = useSourceSeen(deployment, view)
  useGoOn({ ...props, seen })
  const step = shownStep(view.step, { status: order?.status, isFunded: seen === 'funded' || seen === 'sent' })
  const isOver = phase === 'over'
  const named = ({ asset, amount }: { asset: string; amount: string }) => {
    const token = deployment.network.assets.find((one) => one.asset === asset)
    return token === undefined ? amount : shortAmountText(amount, token)
  }
  const title = `${named(state.quote.source)} → ${named(state.quote.destination)}`
  return (
    <section className="panel swap-card" aria-label={text.card(title)}>
      <Sides
        leaves={state.quote.source}
        arrives={state.quote.destination}
        words={laneWords(step, order !== undefined && isBridged(order))}
        assets={deployment.network.assets}
        chains={deployment.network.chains}
      />
      <Sentence view={view} step={step} isUnread={seen === 'unknown'} />
      {isPaidToOther(view) ? (
        <p className="small whole-address">{text.recipient.paid(state.destinationAddress)}</p>
      ) : null}
      {isOver ? null : <SwapBar view={view} step={step} />}
      {phase === 'elsewhere' ? <p className="note">{text.elsewhere}</p> : null}
      {isOver && view.unverified?.length ? <p className="note">{text.unverified}</p> : null}
      {phase === 'running' ? <Wanted view={view} /> : null}
      {isOver ? null : <SwapNotes view={view} deployment={deployment} />}
      <Problem text={error === undefined ? null : errorText(error)} />
      {isOver ? (
        <Receipt {...props} title={title} {...(onAgain === undefined ? {} : { onAgain })} />
      ) : (
        <SwapButtons {...props} seen={seen} />
      )}
      <Details view={view} step={step} />
    </section>
  )
}

function Sentence({ view, step, isUnread }: { view: SwapView; step: RunStep; isUnread: boolean }) {
  const isResting = view.step === undefined
  const isUnknown = isResting && isUnread && (view.order === undefined || view.order.status === 'created')
  const says = hasSigned(view.state) && step === 'initiating' ? text.signed : undefined
  const { reason } = view
  const refundFrom = step === 'waiting_for_refund' ? view.order?.source_intent.cancel_after : undefined
  const until = reason === undefined ? refundFrom : reason.until
  const hint =
    says ??
    (isUnknown
      ? null
      : (isResting || view.phase !== 'running') && step === 'initiating'
        ? text.notFunded
        : stepHint(view, step))
  return (
    <div aria-live="polite">
      <h2>{isUnknown ? text.reading : text.steps[step]}</h2>
      <p className="soft">
        {reason === undefined ? hint : sentenceOf(reason, momentText)}
        {until === undefined ? null : (
          <>
            {' '}
            <Countdown until={until} />
          </>
        )}
      </p>
    </div>
  )
}

const isPaidToOther = ({ state }: SwapView): boolean =>
  state.destinationAddress.toLowerCase() !== state.sourceAddress.toLowerCase()

const stepHint = (view: SwapView, step: RunStep): string =>
  step === 'completed' && isPaidToOther(view) ? text.recipient.completed : text.stepHints[step]

/** The wallet's question to its user at this moment. */
function Wanted({ view: { step, path } }: { view: SwapView }) {
  const asking = useAsking()
  if (asking === undefined) return null
  return (
    <WaitNote>
      <strong>{text.asking[asking]}</strong>
      {step === 'initiating' ? <span>{text.paths[path].means}</span> : null}
    </WaitNote>
  )
}

function Details({ view, step }: { view: SwapView; step: RunStep }) {
  const { order } = view
  const keptBy = secretKeeper(view)
  return (
    <details className="small">
      <summary>{en.order.details}</summary>
      <div className="stack roomy">
        <ol className="progress">
          {progressOf(step).map((line) => (
            <Line key={line.step} line={line} isUnstarted={view.step === undefined} />
          ))}
        </ol>
        {keptBy === null ? null : <p>{keptBy === 'wallet' ? text.secretOfWallet : text.secretOfBrowser}</p>}
        {order === undefined ? null : (
          <Link to="/orders/$orderId" params={{ orderId: order.order_id }}>
            {text.toOrder}
          </Link>
        )}
      </div>
    </details>
  )
}

const marks: Record<ProgressLine['state'], string> = { done: '✓', now: '…', ahead: '' }

function Line({ line: { step, state }, isUnstarted }: { line: ProgressLine; isUnstarted: boolean }) {
  const isNow = state === 'now' && !isUnstarted
  return (
    <li data-state={state} aria-current={isNow ? 'step' : undefined}>
      <span className="step-dot" aria-hidden="true">
        {marks[state]}
      </span>
      <span>{text.steps[step]}</span>
    </li>
  )
}
