import { useState } from 'react'
import type { SwapView } from '../../swap-runner.ts'
import { useCard } from '../card-context.tsx'
import { OrderFacts } from '../components/order-facts.tsx'
import { transactionsOf } from '../domain/receipt.ts'
import { en } from '../text/en.ts'

const text = en.receipt

interface ReceiptProps {
  view: SwapView
  title: string
  onAgain: (() => void) | undefined
}

/** Shows how long a swap took, and its transactions. */
export function Receipt({ view, title, onAgain }: ReceiptProps) {
  const { swaps } = useCard().config
  const [isCopied, setIsCopied] = useState(false)
  const { order, key } = view
  if (order === undefined) return null
  const copy = async () => {
    const lines = transactionsOf(order).map(({ kind, hash }) => `${text.transactions[kind]}: ${hash}`)
    await navigator.clipboard.writeText([title, ...lines, `${en.order}: ${order.order_id}`].join('\n'))
    setIsCopied(true)
  }
  const again = () => {
    void swaps.forget(key)
    onAgain?.()
  }
  return (
    <>
      <OrderFacts order={order} />
      <div className="tandem-row tandem-receipt-buttons">
        {onAgain === undefined ? null : (
          <button type="button" className="tandem-button" onClick={again}>
            {text.again}
          </button>
        )}
        <button type="button" className="tandem-button tandem-quiet" onClick={() => void copy()}>
          {isCopied ? en.copy.done : text.copy}
        </button>
      </div>
    </>
  )
}
