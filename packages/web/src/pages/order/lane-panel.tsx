import type { ChainConfig } from '@tandem/contracts'
import { useQuery } from '@tanstack/react-query'
import { chainsQuery } from '../../api/queries.ts'
import { Identifier } from '../../components/identifier.tsx'
import { Countdown, Time } from '../../components/time.tsx'
import { useAmountText } from '../../components/use-amount-text.ts'
import { useApi } from '../../components/use-api.ts'
import type { Lane, LaneStep } from '../../domain/lane.ts'
import { en } from '../../strings/en.ts'

/** A side on which nothing more can be cancelled. */
const isSettled: ReadonlySet<Lane['intent']['status']> = new Set(['claimed', 'cancelled', 'expired'])

/** One side of the order: its facts from top to bottom, those that are awaited below, and its terms. */
export function LanePanel({ lane }: { lane: Lane }) {
  const { data: chains } = useQuery(chainsQuery(useApi()))
  const amountText = useAmountText()
  const { intent, side, steps } = lane
  const title = en.order.side[side]
  return (
    <section className="panel" aria-labelledby={side}>
      <div className="panel-head">
        <h2 id={side}>
          {title} <span className="soft">{en.order.on(intent.chain)}</span>
        </h2>
        <span className="badge">{en.intentStatus[intent.status]}</span>
      </div>
      <ol className="steps">
        {steps.map((step) => (
          <Step
            key={`${step.kind} ${step.txHash}`}
            step={step}
            chain={chains?.find(({ chain }) => chain === step.chain)}
          />
        ))}
      </ol>
      <dl className="facts">
        {isSettled.has(intent.status) ? null : (
          <>
            <dt>{en.order.cancelFrom}</dt>
            <dd>
              <Countdown until={intent.cancel_after} />
            </dd>
          </>
        )}
        <dt>{en.order.vault}</dt>
        <dd>
          <Identifier value={intent.swap_id} name={`${title} ${en.order.vault}`} chain={intent.chain} kind="address" />
        </dd>
        <dt>{en.order.token}</dt>
        <dd>{amountText(intent)}</dd>
        <dt>{en.order.creator}</dt>
        <dd>
          <Identifier value={intent.creator} name={`${title} creator`} chain={intent.chain} kind="address" />
        </dd>
        <dt>{en.order.recipient}</dt>
        <dd>
          <Identifier value={intent.recipient} name={`${title} recipient`} chain={intent.chain} kind="address" />
        </dd>
      </dl>
    </section>
  )
}

const marks: Record<LaneStep['state'], string> = { awaited: '', seen: '…', confirmed: '✓', finalized: '✓' }

function Step({ step, chain }: { step: LaneStep; chain: ChainConfig | undefined }) {
  const { kind, state, txHash, blockNumber, at, confirmations } = step
  return (
    <li className="step" data-state={state}>
      <span className="step-dot" aria-hidden="true">
        {marks[state]}
      </span>
      <div className="stack">
        <span className="step-title">{en.step[kind]}</span>
        <span className="small soft">
          {en.stepState[state]}
          {state === 'seen' && chain !== undefined && confirmations !== null
            ? `: ${en.depth(confirmations, chain.confirmations)}`
            : ''}
          {blockNumber === null ? '' : `, ${en.block(blockNumber)}`}
        </span>
        {at === null ? null : (
          <span className="small">
            <Time at={at} />
          </span>
        )}
        {txHash === null ? null : (
          <span className="small">
            <Identifier value={txHash} name={`${en.step[kind]}, transaction`} chain={step.chain} kind="tx" />
          </span>
        )}
      </div>
    </li>
  )
}
