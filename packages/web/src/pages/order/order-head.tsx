import type { AssetConfig, ChainConfig, ExplanationWire, OrderWire } from '@tandem/contracts'
import {
  Countdown,
  Identifier,
  isBridged,
  OrderFacts,
  paidAt,
  receivedOf,
  Sides,
  sideStates,
  stepOfStatus,
  Time,
} from '@tandem/react/card'
import type { StreamState } from '../../api/use-order-events.ts'
import { tones } from '../../components/status-badge.tsx'
import { en } from '../../strings/en.ts'

const text = en.order

interface OrderHeadProps {
  order: OrderWire
  awaiting: ExplanationWire['awaiting']
  state: StreamState
  assets: readonly AssetConfig[]
  chains: readonly ChainConfig[]
}

export function OrderHead({ order, awaiting, state, assets, chains }: OrderHeadProps) {
  const { order_id: orderId, status, source_intent: source, destination_intent: destination } = order
  const paid = paidAt(order)
  const states = sideStates(status === 'expired' ? 'ended' : stepOfStatus[status], isBridged(order))
  const receives = receivedOf(order)
  const recipient = order.receives?.recipient ?? destination.recipient
  return (
    <section className="tandem-panel order-head" aria-label={text.title}>
      <div className="panel-head tandem-small tandem-soft">
        <span className="tandem-row">
          {text.title} <Identifier value={orderId} name={text.title} />
        </span>
        <span className="tandem-badge" data-tone={state === 'live' ? 'good' : undefined}>
          {text.live[state]}
        </span>
      </div>
      <div className="tandem-stack">
        <div className="tandem-stack" aria-live="polite">
          <h1 data-tone={tones[status]}>{en.status[status]}</h1>
          <p>{text.says[status]}</p>
        </div>
        {awaiting === null ? null : (
          <p className="tandem-soft">
            {text.awaiting(awaiting.from)}
            {awaiting.until === null ? null : (
              <>
                {'. '}
                {text.deadline} <Countdown until={Date.parse(awaiting.until) / 1000} />
              </>
            )}
          </p>
        )}
      </div>
      <Sides leaves={source} arrives={receives} states={states} assets={assets} chains={chains} />
      <OrderFacts
        order={order}
        rows={[
          paid === null
            ? [text.created, <Time key="at" at={order.created_at} />]
            : [text.paidAt, <Time key="at" at={paid} />],
          [text.to, <Identifier key="to" value={recipient} name={text.to} chain={receives.chain} kind="address" />],
          [text.fee, text.percent(order.fee_bips)],
        ]}
      />
    </section>
  )
}
