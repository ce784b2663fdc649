import { Link } from '@tanstack/react-router'
import { en } from '../../strings/en.ts'

export const orderLink = (orderId: string) => (
  <Link to="/orders/$orderId" params={{ orderId }}>
    {en.swap.toOrder}
  </Link>
)
