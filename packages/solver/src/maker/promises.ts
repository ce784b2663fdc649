import type { EscrowTerms } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import type { Ledger } from '../domain/ledger.ts'
import { keepsDeadlines } from './deadlines.ts'
import type { PromiseFile, QuotePromise } from './promise-file.ts'

/** Seconds after `fill_by` for which an accepted promise is kept, for chains whose clocks are behind. */
const graceSecs = 600

/** Firm quotes with what is reserved for them in the ledger, from the quote to the end of its order. */
export interface Promises {
  find(quoteId: string): QuotePromise | undefined
  /** Reserves and stores. @returns false when too little is free. */
  make(promise: Omit<QuotePromise, 'commitments'>, readHeld: () => Promise<bigint>): Promise<boolean>
  /** Stores that an order may be made from the quote with this commitment hash. */
  accept(quoteId: string, commitmentHash: string): Promise<void>
  /** Whether an order is what was promised: nothing else is funded. */
  covers(order: Order, terms: { source: EscrowTerms; destination: EscrowTerms }): boolean
  /** The ledger's key under which the order's money is reserved, for one source vault alone; else undefined. */
  keyOf(order: Pick<Order, 'quote_id' | 'source_intent'>): string | undefined
  /** The order was filled: its money has left. The promise stays, because a reorg may take the funding away. */
  spent(quoteId: string): void
  /** Gives back what is over. @param now unix seconds. */
  sweep(now: number): void
}

const keyFor = (quoteId: string) => `quote:${quoteId}`

/** Orders that one quote is accepted for: requests that failed are sent again, and each names its own. */
const mostCommitments = 16

export function makePromises(file: PromiseFile, ledger: Pick<Ledger, 'promise' | 'release' | 'hold'>): Promises {
  /** The source vault that the reservation of a quote serves. */
  const served = new Map<string, string>()
  for (const [quoteId, { token, amount }] of file.kept) ledger.hold(token, keyFor(quoteId), amount)

  function end(quoteId: string): void {
    const promise = file.kept.get(quoteId)
    if (promise === undefined) return
    ledger.release(promise.token, keyFor(quoteId))
    file.forget(quoteId)
    served.delete(quoteId)
  }

  return {
    find: (quoteId) => file.kept.get(quoteId),
    async make(promise, readHeld) {
      const { message, token, amount } = promise
      const { isPromised } = await ledger.promise(token, keyFor(message.quote_id), amount, readHeld)
      if (!isPromised) return false
      try {
        await file.write(message.quote_id, (current) => {
          if ((current?.commitments.length ?? 0) > 0) throw new Error('an order was accepted on other terms')
          return { ...promise, commitments: [] }
        })
      } catch (error) {
        const current = file.kept.get(message.quote_id)
        if (current === undefined) ledger.release(token, keyFor(message.quote_id))
        else ledger.hold(token, keyFor(message.quote_id), current.amount)
        throw error
      }
      return true
    },
    async accept(quoteId, commitmentHash) {
      const hash = commitmentHash.toLowerCase()
      await file.write(quoteId, (current) => {
        if (current === undefined) throw new Error('the quote is over')
        const others = current.commitments.filter((known) => known !== hash)
        if (others.length >= mostCommitments) throw new Error('too many orders were asked for on one quote')
        return { ...current, commitments: [...others, hash] }
      })
    },
    covers(order, { source, destination }) {
      const promise = file.kept.get(order.quote_id)
      if (promise === undefined) return false
      const { message, amount, deadlines, commitments } = promise
      const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
      return (
        commitments.includes(source.commitmentHash.toLowerCase()) &&
        source.amount >= BigInt(message.source_amount) &&
        isSame(source.token, message.source_token) &&
        destination.amount <= amount &&
        isSame(destination.token, message.destination_token) &&
        keepsDeadlines({ source: source.cancelAfter, destination: destination.cancelAfter }, deadlines) &&
        order.initiate_by === message.initiate_by &&
        order.fill_by === message.fill_by
      )
    },
    keyOf({ quote_id: quoteId, source_intent }) {
      if (!file.kept.has(quoteId)) return undefined
      const named = source_intent.swap_id.toLowerCase()
      const vault = served.get(quoteId) ?? named
      served.set(quoteId, vault)
      return vault === named ? keyFor(quoteId) : undefined
    },
    spent(quoteId) {
      const promise = file.kept.get(quoteId)
      if (promise !== undefined) ledger.release(promise.token, keyFor(quoteId))
    },
    sweep(now) {
      for (const [quoteId, { message, commitments }] of [...file.kept]) {
        const until = commitments.length === 0 ? message.expires_at + 5 : message.fill_by + graceSecs
        if (until < now) end(quoteId)
      }
    },
  }
}
