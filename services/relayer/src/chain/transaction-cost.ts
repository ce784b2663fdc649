import { askReceipt, type ChainReceipt, isBelieved, type Panel } from '@tandem/chain'
import type { Hex } from 'viem'

/** Receipts that were read anyway are remembered, so that their cost is not asked for again. */
const mostRemembered = 10_000

export interface TransactionCosts {
  /** Remembers a receipt that is believed. */
  note(receipt: ChainReceipt): void
  /** Wei that a mined transaction cost; nothing while its receipt is not believed. */
  costOf(hash: Hex): Promise<bigint | undefined>
}

/** The cost of transactions, by their receipts. */
export function makeTransactionCosts(panel: Panel): TransactionCosts {
  const known = new Map<Hex, bigint>()
  const note = ({ hash, cost }: ChainReceipt) => {
    known.set(hash, cost)
    for (const [oldest] of known) {
      if (known.size <= mostRemembered) break
      known.delete(oldest)
    }
  }
  return {
    note,
    async costOf(hash) {
      if (!known.has(hash)) {
        const receipt = await askReceipt(panel, hash)
        if (isBelieved(receipt) && receipt.value !== null) note(receipt.value)
      }
      return known.get(hash)
    },
  }
}
