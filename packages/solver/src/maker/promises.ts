import { type MakerQuoteMessage, rfqIdOf } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import type { Ledger } from '../domain/ledger.ts'
import { type AtRisk, quoteKey } from '../risk/at-risk.ts'
import { isCovered, type PromisedEscrows } from './is-covered.ts'
import type { PromiseFile, QuotePromise } from './promise-file.ts'
import { makeReservations } from './reservations.ts'
import { makeUnmadeOrders, type OrderQuestions } from './unmade-orders.ts'

/** How long a promise is kept after `fill_by`, in seconds, because a chain's clock may be behind. */
const graceSecs = 600

/**
 * An order may come this many seconds after `expires_at` (docs/makers.md). Both clocks may differ by as many seconds
 * again.
 */
const orderedWithinSecs = 30
const clocksDifferSecs = 30

/** The promises of signed quotes, each kept from its quote to the end of its order. */
export interface Promises {
  find(quoteId: string): QuotePromise | undefined
  /** @returns why the quote is not promised: too little money is free, or it would exceed a limit of money at risk. */
  make(
    promise: Omit<QuotePromise, 'commitments' | 'orders'>,
    readHeld: () => Promise<bigint>,
  ): Promise<string | undefined>
  accept(quoteId: string, order: { orderId: string; commitmentHash: string }): Promise<void>
  /** Whether the quote's promise has ended. @param now unix seconds. */
  isOver(quoteId: string, now: number): boolean
  /** Whether a promise covers the order exactly. The solver funds no other order. */
  covers(order: Order, escrows: PromisedEscrows): boolean
  /**
   * The ledger's key of the money that is reserved for this order; `undefined` when there is none, or when another
   * source vault of the same quote has it.
   */
  keyOf(order: Pick<Order, 'quote_id' | 'source_intent'>): string | undefined
  /**
   * Frees the reserved money after the order was funded. The promise itself stays, because a reorganization may undo
   * the funding.
   */
  spent(quoteId: string): void
  /**
   * Frees the money of promises that are not binding any more. An order that comes after that can only be funded from
   * free money.
   *
   * @param now unix seconds.
   */
  sweep(now: number): void
}

const maxCommitments = 16

export function makePromises(
  file: PromiseFile,
  ledger: Pick<Ledger, 'promise' | 'release' | 'hold'>,
  atRisk: Pick<AtRisk, 'take' | 'hold' | 'release'>,
  questions: OrderQuestions,
): Promises {
  const served = new Map<string, string>()
  const unmade = makeUnmadeOrders(questions, (quoteId) => {
    if (!served.has(quoteId)) release(quoteId)
  })
  const reservations = makeReservations(ledger, atRisk)
  for (const promise of file.kept.values()) reservations.hold(promise)

  function release(quoteId: string): void {
    const promise = file.kept.get(quoteId)
    if (promise !== undefined) reservations.release(quoteId, promise.token)
  }

  /** Restores the reservation that an earlier request of the same quote made, or frees the money if there was none. */
  function giveBack(quoteId: string, token: string): void {
    const current = file.kept.get(quoteId)
    if (current === undefined) reservations.release(quoteId, token)
    else reservations.hold(current)
  }

  function end(quoteId: string): void {
    release(quoteId)
    file.forget(quoteId)
    served.delete(quoteId)
    unmade.forget(quoteId)
  }

  return {
    find: (quoteId) => file.kept.get(quoteId),
    async make(promise, readHeld) {
      const { message, token } = promise
      try {
        const refused = await reservations.take(promise, readHeld)
        if (refused === undefined) await file.write(message.quote_id, (current) => newlyPromised(promise, current))
        else giveBack(message.quote_id, token)
        return refused
      } catch (error) {
        giveBack(message.quote_id, token)
        throw error
      }
    },
    accept: (quoteId, order) => file.write(quoteId, (current) => acceptedFor(current, order)),
    isOver: (quoteId, now) => {
      const promise = file.kept.get(quoteId)
      return promise === undefined || promise.message.expires_at + orderedWithinSecs < now
    },
    covers(order, escrows) {
      const promise = file.kept.get(rfqIdOf(order.quote_id))
      return promise !== undefined && isCovered(promise, order, escrows)
    },
    keyOf({ quote_id, source_intent }) {
      const quoteId = rfqIdOf(quote_id)
      if (!file.kept.has(quoteId)) return undefined
      const named = source_intent.swap_id.toLowerCase()
      const vault = served.get(quoteId) ?? named
      served.set(quoteId, vault)
      return vault === named ? quoteKey(quoteId) : undefined
    },
    spent: (quoteId) => release(rfqIdOf(quoteId)),
    sweep(now) {
      for (const [quoteId, { message, commitments, orders }] of [...file.kept]) {
        const isAccepted = commitments.length > 0
        const until = isAccepted ? message.fill_by + graceSecs : message.expires_at + 5
        if (until < now) end(quoteId)
        else if (isAccepted && isOrderedBy(message, now) && !served.has(quoteId))
          unmade.search(quoteId, { orders, ...boundsOf(message) }, now)
      }
    },
  }
}

const isOrderedBy = ({ expires_at: expiresAt }: MakerQuoteMessage, now: number): boolean =>
  expiresAt + orderedWithinSecs + clocksDifferSecs < now

const boundsOf = ({ destination_creator: creator, initiate_by: initiateBy }: MakerQuoteMessage) => ({
  creator,
  initiateBy,
})

/**
 * The promise for a new request of a quote. @throws Error when an order was accepted on the terms of an earlier
 * request.
 */
function newlyPromised(
  promise: Omit<QuotePromise, 'commitments' | 'orders'>,
  current: QuotePromise | undefined,
): QuotePromise {
  if ((current?.commitments.length ?? 0) > 0) throw new Error('an order was accepted on other terms')
  return { ...promise, commitments: [], orders: [] }
}

/** The promise with one more accepted order. @throws Error when the quote is over, or was accepted too often. */
function acceptedFor(
  current: QuotePromise | undefined,
  { orderId, commitmentHash }: { orderId: string; commitmentHash: string },
): QuotePromise {
  if (current === undefined) throw new Error('the quote is over')
  const hash = commitmentHash.toLowerCase()
  const others = current.commitments.filter((known) => known !== hash)
  if (others.length >= maxCommitments) throw new Error('too many orders were asked for on one quote')
  const orders = new Set([...current.orders, orderId])
  return { ...current, commitments: [...others, hash], orders: [...orders] }
}
