import type {
  MakerAnswer,
  MakerEntryWire,
  MakerFact,
  MakerFaultWire,
  OrderAsk,
  QuoteAsk,
  RefundAnswer,
  RefundAsk,
} from '@tandem/contracts'

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
}

export type MakerFacts = {
  /** Newest first. */
  readonly facts: readonly MakerFact[]
  /** The time of each chain up to which its facts stand at depth, unix seconds. */
  readonly countedTo: Readonly<Record<string, number>>
  /** Orders that were made of its quotes, counted up to a bound. */
  readonly accepted: number
}

export interface MakerFactReader {
  /** Of the last 30 days; the newest thousand fades, and the newest thousand of all others. */
  ofMaker(makerId: string): Promise<MakerFacts>
}

/** A maker's fault that no chain shows. */
export type MakerFault = {
  readonly makerId: string
  /** Its own identifier: one fault a quote. */
  readonly quoteId: string
  readonly kind: MakerFaultWire['kind']
  readonly reason: string
}

export interface MakerFaults {
  store(fault: MakerFault, at: Date): Promise<void>
  /** The newest thousand of the last 30 days, newest first. */
  ofMaker(makerId: string): Promise<MakerFaultWire[]>
}

/** Standing of a maker, from the facts of the chains and its faults. */
export type Standing = {
  readonly strikes: number
  readonly fills: number
  readonly fades: number
  /** Orders that it did not accept, of those that it was asked for. */
  readonly refused: number
  readonly asked: number
  /** Unix seconds; null: it is asked. */
  readonly benchedUntil: number | null
}

export interface Standings {
  of(makerId: string): Promise<Standing>
  /** Stores a fault. It counts here at once, at other replicas within a second. */
  charge(fault: MakerFault): Promise<void>
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
