import type { OrderEventWire, OrderWire } from '@tandem/contracts'
import { Identifier } from '../../components/identifier.tsx'
import { Time } from '../../components/time.tsx'
import { en } from '../../strings/en.ts'

/** The order's outbox, newest first: also what a reorg took back again. */
export function HistoryPanel({ events, order }: { events: readonly OrderEventWire[]; order: OrderWire }) {
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">{en.order.history}</h2>
      <ol className="history">
        {events.toReversed().map((event) => (
          <li key={event.seq} data-retracted={event.type === 'order.fact_retracted'}>
            <strong>{en.event[event.type]}</strong>
            <span className="stack small">
              <span>{textOf(event)}</span>
              {event.fact === null ? null : (
                <Identifier value={event.fact.tx_hash} name={textOf(event)} chain={event.fact.chain} kind="tx" />
              )}
              <Time at={event.created_at} />
            </span>
          </li>
        ))}
      </ol>
      <details>
        <summary>{en.order.details}</summary>
        <dl className="facts">
          <dt>{en.order.user}</dt>
          <dd>{order.user_id}</dd>
          <dt>{en.order.quote}</dt>
          <dd>
            <Identifier value={order.quote_id} name={en.order.quote} isWhole />
          </dd>
          <dt>{en.order.commitmentHash}</dt>
          <dd>
            <Identifier value={order.source_intent.commitment_hash} name={en.order.commitmentHash} />
          </dd>
          <dt>{en.order.created}</dt>
          <dd>
            <Time at={order.created_at} />
          </dd>
        </dl>
      </details>
    </section>
  )
}

const textOf = ({ fact, status }: OrderEventWire): string =>
  fact === null
    ? en.status[status]
    : `${en.order.side[fact.side]}: ${en.step[fact.kind]}, ${fact.chain}, ${en.block(fact.block_number)}`
