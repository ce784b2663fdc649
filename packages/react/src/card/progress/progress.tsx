import type { RunStep } from '@tandem/sdk'
import type { SwapView } from '../../swap-runner.ts'
import { useCard } from '../card-context.tsx'
import { useSourceState } from '../chains/use-source-state.ts'
import { Problem } from '../components/problem.tsx'
import { Sides } from '../components/sides.tsx'
import { Countdown, momentText } from '../components/time.tsx'
import { WaitNote } from '../components/wait-note.tsx'
import { shortAmountText } from '../domain/amount.ts'
import { isBridged } from '../domain/receipt.ts'
import { sentenceOf } from '../domain/sentence-of.ts'
import { errorText } from '../error-text.ts'
import { en } from '../text/en.ts'
import { useWalletPrompt } from '../wallet-prompt.ts'
import { hasSigned } from './has-signed.ts'
import { type ProgressLine, progressOf, shownReason, shownStep } from './progress-lines.ts'
import { Receipt } from './receipt.tsx'
import { secretLocation } from './secret-location.ts'
import { sideStates } from './side-states.ts'
import { SwapBar } from './swap-bar.tsx'
import { SwapButtons, useAutoResume } from './swap-buttons.tsx'
import { SwapNotes, useHasServiceNote } from './swap-notes.tsx'

const text = en

/** Shows one swap: both amounts, what happens now, a bar and the buttons; and at the end the receipt. */
export function Progress({ view, onAgain }: { view: SwapView; onAgain?: () => void }) {
  const { network } = useCard().config
  const { state, order, phase, error } = view
  const sourceState = useSourceState(view)
  useAutoResume({ view, sourceState })
  const step = shownStep(view.step, {
    status: order?.status,
    isFunded: sourceState === 'funded' || sourceState === 'sent',
  })
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
        states={sideStates(step, order !== undefined && isBridged(order))}
        assets={network.assets}
        chains={network.chains}
      />
      <Sentence view={view} step={step} isUnread={sourceState === 'unknown'} />
      {isPaidToOther(view) ? (
        <p className="tandem-small tandem-whole-address">{text.recipient.paid(state.destinationAddress)}</p>
      ) : null}
      {isOver ? null : <SwapBar view={view} step={step} />}
      {phase === 'elsewhere' ? <p className="tandem-note">{text.elsewhere}</p> : null}
      {isOver && view.unverified?.length ? <p className="tandem-note">{text.unverified}</p> : null}
      {phase === 'running' ? <PromptNote view={view} /> : null}
      {isOver ? null : <SwapNotes view={view} />}
      <Problem text={error === undefined ? null : errorText(error)} />
      {isOver ? (
        <Receipt view={view} title={title} onAgain={onAgain} />
      ) : (
        <SwapButtons view={view} sourceState={sourceState} />
      )}
      <Details view={view} step={step} />
    </section>
  )
}

function Sentence({ view, step, isUnread }: { view: SwapView; step: RunStep; isUnread: boolean }) {
  const isResting = view.step === undefined
  const isUnknown = isResting && isUnread && (view.order === undefined || view.order.status === 'created')
  const says = hasSigned(view.state) && step === 'initiating' ? text.signed : undefined
  const reason = shownReason(view.reason, useHasServiceNote())
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

/** Says what the wallet asks its user for now. */
function PromptNote({ view: { step, path } }: { view: SwapView }) {
  const prompt = useWalletPrompt()
  if (prompt === undefined) return null
  return (
    <WaitNote>
      <strong>{text.asking[prompt]}</strong>
      {step === 'initiating' ? <span>{text.paths[path].description}</span> : null}
    </WaitNote>
  )
}

function Details({ view, step }: { view: SwapView; step: RunStep }) {
  const { order } = view
  const secretIn = secretLocation(view)
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
        {secretIn === null ? null : <p>{secretIn === 'wallet' ? text.secretOfWallet : text.secretOfBrowser}</p>}
        {order === undefined ? null : orderLink?.(order.order_id)}
      </div>
    </details>
  )
}

const marks: Record<ProgressLine['state'], string> = { done: '✓', now: '…', ahead: '' }
const tones = { done: 'good', now: 'wait', ahead: undefined }

function Line({ line: { step, state }, isUnstarted }: { line: ProgressLine; isUnstarted: boolean }) {
  const isNow = state === 'now' && !isUnstarted
  return (
    <li data-state={state} aria-current={isNow ? 'step' : undefined}>
      <span className="tandem-step-dot" data-tone={tones[state]} aria-hidden="true">
        {marks[state]}
      </span>
      <span>{text.steps[step]}</span>
    </li>
  )
}
