import { useState } from 'react'
import { OrderFacts } from '../../components/order-facts.tsx'
import { transactionsOf } from '../../domain/receipt.ts'
import { en } from '../../strings/en.ts'
import type { SwapProps } from './swap-buttons.tsx'

const text = en.swap.receipt

export function Receipt({ view, runner, title, onAgain }: SwapProps & { title: string; onAgain?: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  const { order, key } = view
  if (order === undefined) return null
  const copy = async () => {
    const lines = transactionsOf(order).map(({ kind, hash }) => `${text.transactions[kind]}: ${hash}`)
    await navigator.clipboard.writeText([title, ...lines, `${en.order.title}: ${order.order_id}`].join('\n'))
    setIsCopied(true)
  }
  const again = () => {
    void runner.forget(key)
    onAgain?.()
  }
  return (
    <>
      <OrderFacts order={order} />
      <div className="row receipt-buttons">
        {onAgain === undefined ? null : (
          <button type="button" className="button" onClick={again}>
            {text.again}
          </button>
        )}
        <button type="button" className="button quiet" onClick={() => void copy()}>
          {isCopied ? en.copy.done : text.copy}
        </button>
      </div>
    </>
  )
}
