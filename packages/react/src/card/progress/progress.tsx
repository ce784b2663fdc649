import type { RunStep } from '@tandem/sdk'
import type { SwapView } from '../../swap-runner.ts'
import { useAsking } from '../asking.ts'
import { useCard } from '../card-context.tsx'
import { useSourceSeen } from '../chains/use-source-seen.ts'
import { shortAmountText } from '../domain/amount.ts'
import { isBridged } from '../domain/receipt.ts'
import { sentenceOf } from '../domain/sentence-of.ts'
import { errorText } from '../error-text.ts'
import { Problem } from '../pieces/problem.tsx'
import { Sides } from '../pieces/sides.tsx'
import { Countdown, momentText } from '../pieces/time.tsx'
import { WaitNote } from '../pieces/wait-note.tsx'
import { en } from '../text/en.ts'
import { hasSigned } from './has-signed.ts'
import { laneWords } from './lane-words.ts'
import { type ProgressLine, progressOf, shownStep } from './progress-lines.ts'
import { Receipt } from './receipt.tsx'
import { secretKeeper } from './secret-keeper.ts'
import { SwapBar } from './swap-bar.tsx'
import { SwapButtons, useGoOn } from './swap-buttons.tsx'
import { SwapNotes } from './swap-notes.tsx'

const text = en

/** One swap: what leaves, what arrives, a sentence, a bar and a button; at its end the receipt. */
export function Progress({ view, onAgain }: { view: SwapView; onAgain?: () => void }) {
  const { network } = useCard().config
  const { state, order, phase, error } = view
  const seen = useSourceSeen(view)
  useGoOn({ view, seen })
  const step = shownStep(view.step, { status: order?.status, isFunded: seen === 'funded' || seen === 'sent' })
  const isOver = phase === 'over'
  const named = ({ asset, amount }: { asset: string; amount: string }) => {
    const token = network.assets.find((one) => one.asset === asset)
    return token === undefined ? amount : shortAmountText(amount, token)
  }
  const title = `${named(state.quote.source)} → ${named(state.quote.destination)}`
  return (
    <section className="tandem-panel tandem-swap-card" aria-label={text.card(title)}>
      <Sides
        leaves={state.quote.source}
        arrives={state.quote.destination}
        words={laneWords(step, order !== undefined && isBridged(order))}
        assets={network.assets}
        chains={network.chains}
      />
      <Sentence view={view} step={step} isUnread={seen === 'unknown'} />
      {isPaidToOther(view) ? (
        <p className="tandem-small tandem-whole-address">{text.recipient.paid(state.destinationAddress)}</p>
      ) : null}
      {isOver ? null : <SwapBar view={view} step={step} />}
      {phase === 'elsewhere' ? <p className="tandem-note">{text.elsewhere}</p> : null}
      {isOver && view.unverified?.length ? <p className="tandem-note">{text.unverified}</p> : null}
      {phase === 'running' ? <Wanted view={view} /> : null}
      {isOver ? null : <SwapNotes view={view} />}
      <Problem text={error === undefined ? null : errorText(error)} />
      {isOver ? <Receipt view={view} title={title} onAgain={onAgain} /> : <SwapButtons view={view} seen={seen} />}
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
      <p className="tandem-soft">
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

function stepHint(view: SwapView, step: RunStep): string {
  if (step === 'completed' && isPaidToOther(view)) return text.recipient.completed
  const { quote, secretLeft } = view.state
  return step === 'revealing' && quote.route_type === 'hop' && secretLeft !== true
    ? text.signsForBridge
    : text.stepHints[step]
}

/** The wallet's question to its user at this moment. */
function Wanted({ view: { step, path } }: { view: SwapView }) {
  const asking = useAsking()
  if (asking === undefined) return null
  return (
    <WaitNote>
      <strong>{text.asking[asking]}</strong>
      {step === 'initiating' ? <span>{text.paths[path].description}</span> : null}
    </WaitNote>
  )
}

function Details({ view, step }: { view: SwapView; step: RunStep }) {
  const { order } = view
  const keptBy = secretKeeper(view)
  const { orderLink } = useCard()
  return (
    <details className="tandem-small">
      <summary>{en.details}</summary>
      <div className="tandem-stack tandem-roomy">
        <ol className="tandem-progress">
          {progressOf(step).map((line) => (
            <Line key={line.step} line={line} isUnstarted={view.step === undefined} />
          ))}
        </ol>
        {keptBy === null ? null : <p>{keptBy === 'wallet' ? text.secretOfWallet : text.secretOfBrowser}</p>}
        {order === undefined ? null : orderLink?.(order.order_id)}
      </div>
    </details>
  )
}

const marks: Record<ProgressLine['state'], string> = { done: '✓', now: '…', ahead: '' }

function Line({ line: { step, state }, isUnstarted }: { line: ProgressLine; isUnstarted: boolean }) {
  const isNow = state === 'now' && !isUnstarted
  return (
    <li data-state={state} aria-current={isNow ? 'step' : undefined}>
      <span className="tandem-step-dot" aria-hidden="true">
        {marks[state]}
      </span>
      <span>{text.steps[step]}</span>
    </li>
  )
}
