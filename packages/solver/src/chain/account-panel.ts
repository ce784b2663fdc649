import type { Client, Hex, TransactionReceipt } from 'viem'
import {
  estimateFeesPerGas,
  estimateGas,
  getTransactionCount,
  getTransactionReceipt,
  sendRawTransaction,
} from 'viem/actions'
import type { Fees, Market } from '../domain/replacement-fees.ts'
import { untilEnough } from './ask-each.ts'
import type { Call } from './call.ts'
import type { SolverClient, SolverEndpoint } from './chain.ts'

/**
 * A chain's endpoints, asked about the solver's account: none of them alone decides over a nonce, a fee or whether a transaction is
 * sent on. A receipt is believed from any of them, and ends the pursuit of its transaction.
 */
export interface AccountPanel {
  /** How many nonces the account has used, as each endpoint says, the highest first. @throws viem's error when none answers. */
  counts(blockTag: 'latest' | 'pending'): Promise<number[]>
  /** The fees now, in wei per gas: as high as two endpoints say, and as high as any does. @throws viem's error when none answers. */
  fees(): Promise<Market>
  /** The gas that a call uses as the endpoints simulate it, the most and the least. @throws viem's error when none can simulate it. */
  gas(call: Call): Promise<{ most: bigint; least: bigint }>
  /** Hands a transaction to every endpoint, until one has taken it. @throws viem's error when none does. */
  offer(raw: Hex): Promise<void>
  /** The receipt of one of these transactions, from whichever endpoint has it: it is held against no other one. */
  receiptOf(hashes: readonly Hex[]): Promise<TransactionReceipt | undefined>
}

/** As much as two say, or as the one says that alone has answered. */
export function byTwo<T>(highestFirst: readonly T[]): T | undefined {
  return highestFirst[1] ?? highestFirst[0]
}

const highestFirst = <T extends number | bigint>(values: readonly T[]): T[] =>
  values.toSorted((a, b) => (a > b ? -1 : 1))

/** @param endpoints asked each for itself, where there are several; else the client is asked. */
export function makeAccountPanel(client: SolverClient, endpoints: readonly SolverEndpoint[]): AccountPanel {
  const { address } = client.account
  const clients: readonly Client[] = endpoints.length > 1 ? endpoints.map((endpoint) => endpoint.client) : [client]

  /** The first answers, as many as must agree. */
  async function answersOf<T>(ask: (client: Client) => Promise<T>): Promise<T[]> {
    const answers: T[] = []
    const errors: unknown[] = []
    const asked = clients.map((one) =>
      ask(one).then(
        (answer) => answers.push(answer),
        (error: unknown) => errors.push(error),
      ),
    )
    await untilEnough(asked, () => answers.length >= 2)
    if (answers.length === 0) throw errors[0]
    return answers
  }

  return {
    counts: async (blockTag) => highestFirst(await answersOf((one) => getTransactionCount(one, { address, blockTag }))),
    async fees() {
      const answers = await answersOf((one) => estimateFeesPerGas(one, { chain: client.chain }))
      const each = (field: keyof Fees) => highestFirst(answers.map((fees) => fees[field]))
      const chosen = (choose: (told: readonly bigint[]) => bigint | undefined): Fees => ({
        maxFeePerGas: choose(each('maxFeePerGas')) as bigint,
        maxPriorityFeePerGas: choose(each('maxPriorityFeePerGas')) as bigint,
      })
      return { agreed: chosen(byTwo), highest: chosen((told) => told[0]) }
    },
    async gas({ to, data, value = 0n }) {
      const used = highestFirst(await answersOf((one) => estimateGas(one, { account: address, to, data, value })))
      return { most: used.at(0) as bigint, least: used.at(-1) as bigint }
    },
    async offer(raw) {
      const offers = clients.map((one) => sendRawTransaction(one, { serializedTransaction: raw }))
      await Promise.any(offers).catch((failed: AggregateError) => {
        throw failed.errors[0]
      })
    },
    async receiptOf(hashes) {
      let found: TransactionReceipt | undefined
      const asked = clients.flatMap((one) =>
        hashes.map((hash) =>
          getTransactionReceipt(one, { hash }).then(
            (receipt) => {
              found ??= receipt
            },
            () => undefined,
          ),
        ),
      )
      if (asked.length > 0) await untilEnough(asked, () => found !== undefined)
      return found
    },
  }
}
