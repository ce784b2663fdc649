import type { ExplanationWire, NextActionWire } from '@tandem/contracts'
import { Identifier } from '../../components/identifier.tsx'
import { Countdown } from '../../components/time.tsx'
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
  return (
    <section className="panel" aria-labelledby="next">
      <h2 id="next">{en.order.now}</h2>
      <p>{summary}</p>
      {awaiting === null ? null : (
        <div className="note">
          <strong>{en.order.awaiting(awaiting.from)}</strong>
          <p>{awaiting.text}</p>
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
              <li key={option}>{option}</li>
            ))}
          </ul>
        </div>
      )}
      {nextAction?.call == null ? null : (
        <details>
          <summary>{en.order.call}</summary>
          <dl className="facts">
            <dt>to</dt>
            <dd>
              <Identifier value={nextAction.call.to} name="to" chain={nextAction.chain} kind="address" />
            </dd>
            <dt>value</dt>
            <dd className="number">{nextAction.call.value}</dd>
            <dt>data</dt>
            <dd>
              <Identifier value={nextAction.call.data} name="data" />
            </dd>
          </dl>
        </details>
      )}
    </section>
  )
}
