import type { ChainConfig } from '@tandem/contracts'
import { Countdown, Facts, Identifier, Time, useChainName } from '@tandem/react/card'
import { useQuery } from '@tanstack/react-query'
import { chainsQuery } from '../../api/queries.ts'
import { Panel } from '../../components/panel.tsx'
import { useAmountText } from '../../components/use-amount-text.ts'
import { useApi } from '../../components/use-api.ts'
import type { Timeline, TimelineStep } from '../../domain/timeline.ts'
import { en } from '../../strings/en.ts'

/** With one of these statuses, a side cannot be cancelled any more. */
const isSettled: ReadonlySet<Timeline['intent']['status']> = new Set(['claimed', 'cancelled', 'expired'])

export function TimelinePanel({ timeline }: { timeline: Timeline }) {
  const { data: chains } = useQuery(chainsQuery(useApi()))
  const amountText = useAmountText()
  const chainName = useChainName()
  const { intent, side, steps } = timeline
  const title = en.order.side[side]
  const identifier = (value: string, name: string) => (
    <Identifier value={value} name={`${title} ${name}`} chain={intent.chain} kind="address" />
  )
  return (
    <Panel
      id={side}
      title={
        <>
          {title} <span className="tandem-soft">{en.order.on(chainName(intent.chain))}</span>
        </>
      }
      aside={<span className="tandem-badge">{en.intentStatus[intent.status]}</span>}
    >
      <ol className="steps">
        {steps.map((step) => (
          <Step
            key={`${step.kind} ${step.txHash}`}
            step={step}
            chain={chains?.find(({ chain }) => chain === step.chain)}
          />
        ))}
      </ol>
      <details className="tandem-fold tandem-small">
        <summary>{en.order.details}</summary>
        <Facts
          rows={[
            ...(isSettled.has(intent.status)
              ? []
              : [[en.order.cancelFrom, <Countdown key="until" until={intent.cancel_after} />] as const]),
            [en.order.vault, identifier(intent.swap_id, en.order.vault)],
            [en.order.token, amountText(intent)],
            [en.order.creator, identifier(intent.creator, 'creator')],
            [en.order.recipient, identifier(intent.recipient, 'recipient')],
          ]}
        />
      </details>
    </Panel>
  )
}

const marks: Record<TimelineStep['state'], string> = { awaited: '', seen: '…', confirmed: '✓', finalized: '✓' }
const tones = { awaited: undefined, seen: 'wait', confirmed: 'good', finalized: 'good' }

function Step({ step, chain }: { step: TimelineStep; chain: ChainConfig | undefined }) {
  const { kind, state, txHash, blockNumber, at, confirmations } = step
  return (
    <li className="step" data-state={state}>
      <span className="tandem-step-dot" data-tone={kind === 'hop_failed' ? 'bad' : tones[state]} aria-hidden="true">
        {kind === 'hop_failed' ? '!' : marks[state]}
      </span>
      <div className="tandem-stack">
        <span className="step-title">{en.step[kind]}</span>
        <span className="tandem-small tandem-soft">
          {en.stepState[state]}
          {state === 'seen' && chain !== undefined && confirmations !== null
            ? `: ${en.depth(confirmations, chain.confirmations)}`
            : ''}
          {blockNumber === null ? '' : `, ${en.block(blockNumber)}`}
        </span>
        {at === null ? null : (
          <span className="tandem-small">
            <Time at={at} />
          </span>
        )}
        {txHash === null ? null : (
          <span className="tandem-small">
            <Identifier value={txHash} name={`${en.step[kind]}, transaction`} chain={step.chain} kind="tx" />
          </span>
        )}
      </div>
    </li>
  )
}
