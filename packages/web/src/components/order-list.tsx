import type { OrderWire } from '@tandem/contracts'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from './status-badge.tsx'
import { Time } from './time.tsx'
import { useAmountText } from './use-amount-text.ts'

/** Orders as rows: what for what, how far, since when. Each row is one link. */
export function OrderList({ orders }: { orders: readonly OrderWire[] }) {
  const amountText = useAmountText()
  return (
    <ul className="order-list">
      {orders.map((order) => (
        <li key={order.order_id}>
          <Link to="/orders/$orderId" params={{ orderId: order.order_id }}>
            <span className="order-title">
              {amountText(order.source_intent)} → {amountText(order.destination_intent)}
            </span>
            <StatusBadge status={order.status} />
            <span className="small soft">
              {order.source_intent.chain} → {order.destination_intent.final_chain ?? order.destination_intent.chain}
            </span>
            <span className="small">
              <Time at={order.created_at} isShort />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
