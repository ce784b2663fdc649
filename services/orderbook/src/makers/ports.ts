import type { MakerAnswer, MakerEntryWire, OrderAsk, QuoteAsk, RefundAnswer, RefundAsk } from '@tandem/contracts'

/** One maker's endpoint. Hostile: everything that it answers is checked, and it can delay nothing but itself. */
export interface MakerEndpoint {
  /** @throws when there is no usable answer within the time for quotes. */
  askQuote(ask: QuoteAsk): Promise<MakerAnswer>
  /** @throws when there is no usable answer within the time for orders. */
  askOrder(ask: OrderAsk): Promise<MakerAnswer>
  /**
   * Asks for the maker's consent to give a source back, whatever it did before: the user's money is at stake, not a quote.
   *
   * @throws when there is no usable answer within the time for orders.
   */
  askRefund(ask: RefundAsk): Promise<RefundAnswer>
  /** It answered what it may not: it is asked nothing for a while. */
  distrust(): void
  /** Whether it is asked nothing now, because it answered what it may not. */
  isDistrusted(): boolean
}

/** Standing of a maker, from the facts of the chains. */
export type Standing = {
  readonly strikes: number
  readonly fills: number
  readonly fades: number
  /** Unix seconds; null: it is asked. */
  readonly benchedUntil: number | null
}

export interface Standings {
  of(makerId: string): Promise<Standing>
}

export type MakerOutcome = 'won' | 'offered' | 'declined' | 'failed' | 'refused' | 'benched'

export interface MarketObserver {
  /** @param reason why an answer was refused or did not come; never the answer itself. */
  answered(makerId: string, outcome: MakerOutcome, reason?: string): void
  /** It was asked to give a source back, and answered nothing of use. */
  noConsent(makerId: string, error: unknown): void
}

/** The word of operators about a maker, by the admin API. */
export type MakerListing = {
  readonly makerId: string
  /** Null for a maker of the file. */
  readonly entry: MakerEntryWire | null
  readonly suspendedAt: Date | null
  readonly changedAt: Date
  /** The mark of the admin key. */
  readonly changedBy: string
}

/** When a change was made, and by which admin key. */
export type Change = { readonly at: Date; readonly by: string }

export interface MakerListings {
  all(): Promise<MakerListing[]>
  /** @throws AppError MAKER_EXISTS when the name or the signing key is taken. */
  insert(entry: MakerEntryWire, change: Change): Promise<void>
  /** In the place of what was approved under the same name and signing key, be it readable or not. @returns whether anything was. */
  replace(entry: MakerEntryWire, change: Change): Promise<boolean>
  /** @returns whether that is new. */
  suspend(makerId: string, change: Change): Promise<boolean>
  /** @returns whether that is new. */
  resume(makerId: string, change: Change): Promise<boolean>
}
