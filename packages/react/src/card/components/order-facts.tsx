import type { OrderWire } from '@tandem/contracts'
import type { ReactNode } from 'react'
import { durationText } from '../domain/duration.ts'
import { secondsOf, transactionsOf } from '../domain/receipt.ts'
import { en } from '../text/en.ts'
import { Facts } from './facts.tsx'
import { Identifier } from './identifier.tsx'

interface OrderFactsProps {
  order: OrderWire
  /** More rows, which are shown above the others. */
  rows?: readonly (readonly [name: string, value: ReactNode])[]
}

/** Shows how long an order took, and its transactions. */
export function OrderFacts({ order, rows = [] }: OrderFactsProps) {
  const text = en.receipt
  const seconds = secondsOf(order)
  return (
    <Facts
      isSpread
      rows={[
        ...rows,
        ...(seconds === undefined ? [] : [[text.took, durationText(seconds)] as const]),
        ...transactionsOf(order).map(
          ({ kind, hash, chain }) =>
            [
              text.transactions[kind],
              <Identifier key={hash} value={hash} name={text.transactions[kind]} chain={chain} kind="tx" />,
            ] as const,
        ),
      ]}
    />
  )
}
