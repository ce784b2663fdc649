import { askReceipt, type ChainReceipt, isBelieved, type Quorum } from '@tandem/chain'
import type { Hex } from 'viem'

const maxRemembered = 10_000

export interface TransactionCosts {
  note(receipt: ChainReceipt): void
  /** What the transaction cost, in wei; undefined while the endpoints agree on no receipt. */
  costOf(hash: Hex): Promise<bigint | undefined>
}

export function makeTransactionCosts(quorum: Quorum): TransactionCosts {
  const known = new Map<Hex, bigint>()
  const note = ({ hash, cost }: ChainReceipt) => {
    known.set(hash, cost)
    for (const [oldest] of known) {
      if (known.size <= maxRemembered) break
      known.delete(oldest)
    }
  }
  return {
    note,
    async costOf(hash) {
      if (!known.has(hash)) {
        const receipt = await askReceipt(quorum, hash)
        if (isBelieved(receipt) && receipt.value !== null) note(receipt.value)
      }
      return known.get(hash)
    },
  }
}
