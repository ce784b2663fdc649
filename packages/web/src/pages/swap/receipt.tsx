import type { OrderWire } from '@tandem/contracts'
import { useState } from 'react'
import { Facts } from '../../components/facts.tsx'
import { Identifier } from '../../components/identifier.tsx'
import { durationText } from '../../domain/duration.ts'
import { en } from '../../strings/en.ts'
import type { SwapProps } from './swap-buttons.tsx'

const text = en.swap.receipt

/** The transactions that matter to the user, each with its chain. */
function transactionsOf({ source_intent: source, destination_intent: destination }: OrderWire) {
  const { chain } = source
  return [
    { name: text.funded, hash: source.create_tx_hash, chain },
    { name: text.paid, hash: destination.claim_tx_hash, chain: destination.chain },
    { name: text.delivered, hash: destination.delivery_tx_hash, chain: destination.final_chain ?? '' },
    { name: text.returned, hash: source.cancel_tx_hash, chain },
  ].flatMap((one) => (one.hash === null ? [] : [{ ...one, hash: one.hash }]))
}

/** Seconds from the block of the source escrow to the one that paid the recipient. */
function secondsOf({ source_intent: source, destination_intent: destination }: OrderWire): number | undefined {
  const paid = destination.delivered_at ?? destination.claim_timestamp
  if (source.create_timestamp === null || paid === null) return undefined
  return (Date.parse(paid) - Date.parse(source.create_timestamp)) / 1000
}

/** The end of a swap, to keep: amounts, transactions of both chains, and how long it took. */
export function Receipt({ view, runner, title, onAgain }: SwapProps & { title: string; onAgain?: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  const { order, key } = view
  if (order === undefined) return null
  const transactions = transactionsOf(order)
  const seconds = secondsOf(order)
  const copy = async () => {
    const lines = [
      title,
      ...transactions.map(({ name, hash }) => `${name}: ${hash}`),
      `${en.order.title}: ${order.order_id}`,
    ]
    await navigator.clipboard.writeText(lines.join('\n'))
    setIsCopied(true)
  }
  const again = () => {
    void runner.forget(key)
    onAgain?.()
  }
  return (
    <>
      <Facts
        isSpread
        rows={[
          ...(seconds === undefined ? [] : [[text.took, durationText(seconds)] as const]),
          ...transactions.map(
            ({ name, hash, chain }) =>
              [name, <Identifier key={hash} value={hash} name={name} chain={chain} kind="tx" />] as const,
          ),
        ]}
      />
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
