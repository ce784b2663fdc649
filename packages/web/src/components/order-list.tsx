import type { OrderWire } from '@tandem/contracts'
import { receivedOf, Time, useChainName } from '@tandem/react/card'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from './status-badge.tsx'
import { useAmount } from './use-amount-text.ts'

export function OrderList({ orders }: { orders: readonly OrderWire[] }) {
  const amountOf = useAmount()
  const chainName = useChainName()
  return (
    <ul className="order-list">
      {orders.map((order) => {
        const [gives, receives] = [order.source_intent, receivedOf(order)]
        const [given, received] = [amountOf(gives), amountOf(receives)]
        return (
          <li key={order.order_id}>
            <Link to="/orders/$orderId" params={{ orderId: order.order_id }}>
              <span className="order-title tandem-number" title={`${given.exact} → ${received.exact}`}>
                {given.short} → {received.short}
              </span>
              <StatusBadge status={order.status} />
              <span className="tandem-small tandem-soft">
                {chainName(gives.chain)} → {chainName(receives.chain)}
              </span>
              <span className="tandem-small tandem-soft">
                <Time at={order.created_at} isShort />
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
