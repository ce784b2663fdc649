import { type Hex, hexToBigInt, type PublicClient, type TransactionReceipt } from 'viem'

/** Receipts that were read anyway are remembered, so that their cost is not asked for again. */
const mostRemembered = 10_000

export interface TransactionCosts {
  /** Remembers a receipt that was read. */
  note(receipt: TransactionReceipt): void
  /** Wei that a mined transaction cost, the highest that an endpoint says; nothing while none has its receipt. */
  costOf(hash: Hex): Promise<bigint | undefined>
}

/** The cost of transactions, by their receipts. */
export function makeTransactionCosts(clients: () => readonly PublicClient[]): TransactionCosts {
  const known = new Map<Hex, bigint>()
  const note = (receipt: TransactionReceipt) => {
    const { transactionHash: hash } = receipt
    known.set(hash, larger(known.get(hash) ?? 0n, costOfReceipt(receipt)))
    for (const [oldest] of known) {
      if (known.size <= mostRemembered) break
      known.delete(oldest)
    }
  }
  return {
    note,
    async costOf(hash) {
      if (!known.has(hash)) {
        const said = await Promise.allSettled(clients().map((client) => client.getTransactionReceipt({ hash })))
        for (const one of said) if (one.status === 'fulfilled') note(one.value)
      }
      return known.get(hash)
    },
  }
}

/** Gas, and what an OP-stack chain takes for the data beside it (`l1Fee`). */
function costOfReceipt({ gasUsed, effectiveGasPrice, ...rest }: TransactionReceipt & { l1Fee?: unknown }): bigint {
  const dataFee = typeof rest.l1Fee === 'string' ? hexToBigInt(rest.l1Fee as Hex) : 0n
  return gasUsed * effectiveGasPrice + dataFee
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
