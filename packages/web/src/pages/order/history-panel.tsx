import type { OrderEventWire, OrderWire } from '@tandem/contracts'
import { Facts, Identifier, Time, useChainName } from '@tandem/react/card'
import { Panel } from '../../components/panel.tsx'
import { en } from '../../strings/en.ts'

export function HistoryPanel({ events, order }: { events: readonly OrderEventWire[]; order: OrderWire }) {
  const { commitment_hash: hash } = order.source_intent
  const chainName = useChainName()
  const textOf = ({ fact, status }: OrderEventWire): string =>
    fact === null
      ? en.status[status]
      : `${en.order.side[fact.side]}: ${en.step[fact.kind]}, ${chainName(fact.chain)}, ${en.block(fact.block_number)}`
  return (
    <Panel id="history" title={en.order.history} isFolded>
      <ol className="history">
        {events.toReversed().map((event) => (
          <li key={event.seq} data-retracted={event.type === 'order.fact_retracted'}>
            <strong>{en.event[event.type]}</strong>
            <span className="tandem-stack tandem-small">
              <span>{textOf(event)}</span>
              {event.fact === null ? null : (
                <Identifier value={event.fact.tx_hash} name={textOf(event)} chain={event.fact.chain} kind="tx" />
              )}
            </span>
            <span className="tandem-small">
              <Time at={event.created_at} isShort />
            </span>
          </li>
        ))}
      </ol>
      <Facts
        rows={[
          [en.order.title, <Identifier key="order" value={order.order_id} name={en.order.title} isWhole />],
          [en.order.user, order.user_id],
          [en.order.quote, <Identifier key="quote" value={order.quote_id} name={en.order.quote} isWhole />],
          [en.order.commitmentHash, <Identifier key="hash" value={hash} name={en.order.commitmentHash} />],
          [en.order.created, <Time key="created" at={order.created_at} />],
        ]}
      />
    </Panel>
  )
}
