import type { OrderWire } from '@tandem/contracts'
import { Link } from '@tanstack/react-router'
import { receiptOf } from '../domain/receipt.ts'
import { StatusBadge } from './status-badge.tsx'
import { Time } from './time.tsx'
import { useAmount } from './use-amount-text.ts'
import { useChainName } from './use-chain-name.ts'

export function OrderList({ orders }: { orders: readonly OrderWire[] }) {
  const amountOf = useAmount()
  const chainName = useChainName()
  return (
    <ul className="order-list">
      {orders.map((order) => {
        const [gives, receives] = [order.source_intent, receiptOf(order)]
        const [given, received] = [amountOf(gives), amountOf(receives)]
        return (
          <li key={order.order_id}>
            <Link to="/orders/$orderId" params={{ orderId: order.order_id }}>
              <span className="order-title number" title={`${given.exact} → ${received.exact}`}>
                {given.short} → {received.short}
              </span>
              <StatusBadge status={order.status} />
              <span className="small soft">
                {chainName(gives.chain)} → {chainName(receives.chain)}
              </span>
              <span className="small soft">
                <Time at={order.created_at} isShort />
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
