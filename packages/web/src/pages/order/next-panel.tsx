import type { ExplanationWire, NextActionWire } from '@tandem/contracts'
import { Facts } from '../../components/facts.tsx'
import { Identifier } from '../../components/identifier.tsx'
import { Panel } from '../../components/panel.tsx'
import { Countdown, momentText } from '../../components/time.tsx'
import { readable } from '../../domain/readable.ts'
import { en } from '../../strings/en.ts'

/** The next event, its actor and its deadline; what the user can do; and the transaction that does it. */
export function NextPanel({
  explanation,
  nextAction,
}: {
  explanation: ExplanationWire
  nextAction: NextActionWire | null
}) {
  const { summary, awaiting, you_can: options } = explanation
  const call = nextAction?.call
  const says = (sentence: string) => readable(sentence, momentText)
  return (
    <Panel id="next" title={en.order.now}>
      <p>{says(summary)}</p>
      {awaiting === null ? null : (
        <div className="note">
          <strong>{en.order.awaiting(awaiting.from)}</strong>
          <p>{says(awaiting.text)}</p>
          {awaiting.until === null ? null : (
            <p className="small">
              {en.order.deadline} <Countdown until={Date.parse(awaiting.until) / 1000} />
            </p>
          )}
        </div>
      )}
      {options.length === 0 ? null : (
        <div className="stack">
          <h3>{en.order.youCan}</h3>
          <ul className="stack">
            {options.map((option) => (
              <li key={option}>{says(option)}</li>
            ))}
          </ul>
        </div>
      )}
      {call == null ? null : (
        <details>
          <summary>{en.order.call}</summary>
          <Facts
            rows={[
              ['to', <Identifier key="to" value={call.to} name="to" chain={nextAction?.chain ?? ''} kind="address" />],
              ['value', call.value],
              ['data', <Identifier key="data" value={call.data} name="data" />],
            ]}
          />
        </details>
      )}
    </Panel>
  )
}
