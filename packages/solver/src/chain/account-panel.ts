import {
  type Answer,
  answerOf,
  chargesOf,
  classifyBroadcastError,
  type Fees,
  type Market,
  withTipUpTo,
} from '@tandem/sending'
import {
  BaseError,
  type Client,
  type Hex,
  RpcRequestError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import {
  estimateFeesPerGas,
  estimateGas,
  getTransactionCount,
  getTransactionReceipt,
  sendRawTransaction,
} from 'viem/actions'
import { untilEnough } from './ask-each.ts'
import type { Call } from './call.ts'
import type { SolverClient, SolverEndpoint } from './chain.ts'

/** One of a nonce's transactions, as an endpoint shows it mined. */
export interface ShownMined {
  hash: Hex
  hasReverted: boolean
  /** Wei; as one endpoint says. */
  fee: bigint
  /** Whether as many endpoints as must agree show the same. */
  isAgreed: boolean
  /** Whether an endpoint answers that it has no receipt, or another one; the others do not answer. */
  isDenied: boolean
  /** The host of an endpoint that shows it. */
  shownBy: string
}

/** The answers to a transaction that endpoints were handed. They come one after the other. */
export interface Offered {
  /** The joint answer of those that have answered by now. */
  answer(): Answer
  /** Whether not every endpoint has refused it. */
  mayLieInPool(): boolean
  /** An endpoint's error, where none took it. */
  error: unknown
}

/**
 * A chain's endpoints, asked about the solver's account: none of them alone decides over a nonce, a fee, whether a transaction is
 * sent on, or whether it was mined.
 */
export interface AccountPanel {
  /** How many endpoints must say the same: two, where there are two. */
  readonly least: number
  /** How many nonces the account has used, as each endpoint says, the highest first. @throws viem's error when none answers. */
  counts(blockTag: 'latest' | 'pending'): Promise<number[]>
  /**
   * The fees now, in wei per gas: as high as two endpoints say, and as high as any does; tips no higher than the chain's are
   * believed to be. @throws viem's error when none answers.
   */
  fees(): Promise<Market>
  /**
   * The gas that a call uses as the endpoints simulate it, the most and the least.
   *
   * @param byOne whether it is enough that one of them can simulate it.
   * @throws viem's error when too few can.
   */
  gas(call: Call, byOne: boolean): Promise<{ most: bigint; least: bigint }>
  /** Hands a transaction to every endpoint. @returns resolves once one has taken it, or all have answered. */
  offer(raw: Hex): Promise<Offered>
  /** Whichever of these transactions of one nonce is shown mined: the one that enough endpoints agree on, or else that any shows. */
  minedOf(hashes: readonly Hex[]): Promise<ShownMined | undefined>
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
  const asked: readonly { name: string; client: Client }[] =
    endpoints.length > 1 ? endpoints : [{ name: endpoints[0]?.name ?? 'the only endpoint', client }]
  const clients = asked.map((one) => one.client)
  const least = Math.min(2, asked.length)

  /** The first answers, as many as must agree. */
  async function answersOf<T>(ask: (client: Client) => Promise<T>, wanted = 1): Promise<T[]> {
    const answers: T[] = []
    const errors: unknown[] = []
    const asking = clients.map((one) =>
      ask(one).then(
        (answer) => answers.push(answer),
        (error: unknown) => errors.push(error),
      ),
    )
    await untilEnough(asking, () => answers.length >= least)
    if (answers.length < wanted) throw errors[0]
    return answers
  }

  return {
    least,
    counts: async (blockTag) => highestFirst(await answersOf((one) => getTransactionCount(one, { address, blockTag }))),
    async fees() {
      const { mostTip } = chargesOf(client.chain.id)
      const answers = await answersOf(async (one) =>
        withTipUpTo(mostTip, await estimateFeesPerGas(one, { chain: client.chain })),
      )
      const each = (field: keyof Fees) => highestFirst(answers.map((fees) => fees[field]))
      const chosen = (choose: (told: readonly bigint[]) => bigint | undefined): Fees => ({
        maxFeePerGas: choose(each('maxFeePerGas')) as bigint,
        maxPriorityFeePerGas: choose(each('maxPriorityFeePerGas')) as bigint,
      })
      return { agreed: chosen(byTwo), highest: chosen((told) => told[0]), mostTip }
    },
    async gas({ to, data, value = 0n }, byOne) {
      const simulate = (one: Client) => estimateGas(one, { account: address, to, data, value })
      const used = highestFirst(await answersOf(simulate, byOne ? 1 : least))
      return { most: used.at(0) as bigint, least: used.at(-1) as bigint }
    },
    async offer(raw) {
      const replies: Reply[] = []
      const errors: unknown[] = []
      const offers = clients.map((one) =>
        sendRawTransaction(one, { serializedTransaction: raw }).then(
          () => replies.push('taken'),
          (error: unknown) => {
            errors.push(error)
            replies.push(replyOf(error))
          },
        ),
      )
      await untilEnough(offers, () => replies.includes('taken'))
      return {
        answer: () => jointAnswer(replies),
        // A node that does not answer may have it.
        mayLieInPool: () =>
          replies.filter((reply) => reply === 'refused' || reply === 'unpayable').length < clients.length,
        error: replies.includes('taken') ? undefined : errors[0],
      }
    },
    async minedOf(hashes) {
      if (hashes.length === 0) return undefined
      const told: (Told | 'none' | undefined)[] = []
      const asking = clients.map(async (one, index) => {
        told[index] = await receiptAt(one, hashes)
      })
      const agreed = () => told.find((one) => isTold(one) && told.filter((other) => isSame(one, other)).length >= least)
      await untilEnough(asking, () => agreed() !== undefined)
      const found = agreed() ?? told.find(isTold)
      if (!isTold(found)) return undefined
      const isDenied = told.some((one) => one !== undefined && !isSame(found, one))
      const shownBy = asked[told.indexOf(found)]?.name ?? ''
      return { ...found, isAgreed: agreed() !== undefined, isDenied, shownBy }
    },
  }
}

type Reply = Exclude<Answer, 'disputed'>

/** The answer of an endpoint that failed to take a transaction. They refuse by the node's words, which differ. */
function replyOf(error: unknown): Reply {
  const refusal = error instanceof BaseError ? error.walk((one) => one instanceof RpcRequestError) : null
  if (!(refusal instanceof RpcRequestError)) return 'none'
  const answer = answerOf(classifyBroadcastError(refusal.details))
  // A node that keeps nothing for a later nonce refuses the offer all the same.
  return answer === 'taken' || answer === 'unpayable' ? answer : 'refused'
}

function jointAnswer(replies: readonly Reply[]): Answer {
  const said = (reply: Reply) => replies.includes(reply)
  if (said('unpayable')) return said('taken') || said('refused') ? 'disputed' : 'unpayable'
  if (said('taken')) return 'taken'
  return said('refused') ? 'refused' : 'none'
}

type Told = Pick<ShownMined, 'hash' | 'hasReverted' | 'fee'>

const isTold = (one: Told | 'none' | undefined): one is Told => one !== undefined && one !== 'none'

const isSame = (one: Told, other: Told | 'none' | undefined): boolean =>
  isTold(other) && one.hash === other.hash && one.hasReverted === other.hasReverted

/** The transaction that an endpoint shows mined; `undefined` where it does not answer. */
async function receiptAt(client: Client, hashes: readonly Hex[]): Promise<Told | 'none' | undefined> {
  const answers = await Promise.all(
    hashes.map((hash) =>
      getTransactionReceipt(client, { hash }).then(
        (receipt) => toldOf(hash, receipt),
        (error: unknown) => (error instanceof TransactionReceiptNotFoundError ? ('none' as const) : undefined),
      ),
    ),
  )
  return answers.find(isTold) ?? (answers.includes(undefined) ? undefined : 'none')
}

/** An endpoint may leave out what a receipt must hold. */
const toldOf = (hash: Hex, { status, gasUsed, effectiveGasPrice }: Partial<TransactionReceipt>): Told => ({
  hash,
  hasReverted: status !== 'success',
  fee: (gasUsed ?? 0n) * (effectiveGasPrice ?? 0n),
})
