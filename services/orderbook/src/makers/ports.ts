import type {
  MakerAnswer,
  MakerFact,
  MakerFaultWire,
  OrderAsk,
  QuoteAsk,
  RefundAnswer,
  RefundAsk,
} from '@tandem/contracts'
import type { Maker } from './domain/maker.ts'

/** Hostile: every answer is checked, and it delays only itself. */
export interface MakerEndpoint {
  /** @throws without a usable answer in time. */
  askQuote(ask: QuoteAsk): Promise<MakerAnswer>
  /** @throws without a usable answer in time. */
  askOrder(ask: OrderAsk): Promise<MakerAnswer>
  /**
   * Asked after any fault of the maker: the user's money is at stake.
   * @throws without a usable answer in time.
   */
  askRefund(ask: RefundAsk): Promise<RefundAnswer>
}

export type MakerFacts = {
  /** Newest first. */
  readonly facts: readonly MakerFact[]
  /** Unix seconds by chain, up to which facts stand at depth. */
  readonly countedTo: Readonly<Record<string, number>>
  /** Up to a bound. */
  readonly accepted: number
}

export interface MakerFactReader {
  /** Of 30 days; the newest thousand fades, and thousand others. */
  ofMaker(makerId: string): Promise<MakerFacts>
}

/** No chain shows it. */
export type MakerFault = {
  readonly makerId: string
  /** One fault a quote. */
  readonly quoteId: string
  readonly kind: MakerFaultWire['kind']
  readonly reason: string
}

export interface MakerFaults {
  store(fault: MakerFault, at: Date): Promise<void>
  /** Newest first, of 30 days. */
  ofMaker(makerId: string): Promise<MakerFaultWire[]>
}

export type Standing = {
  readonly strikes: number
  readonly fills: number
  readonly fades: number
  /** Of the orders that it was asked for. */
  readonly refused: number
  readonly asked: number
  /** Unix seconds; null: it is asked. */
  readonly benchedUntil: number | null
}

export type AskedMaker = { readonly maker: Maker; readonly standing: Standing }

export interface Standings {
  of(makerId: string): Promise<Standing>
  /** Here at once, at other replicas within a second. */
  charge(fault: MakerFault): Promise<void>
}

export type MakerOutcome = 'won' | 'offered' | 'declined' | 'failed' | 'refused' | 'benched'

export interface MarketObserver {
  /** @param reason never the answer itself. */
  answered(makerId: string, outcome: MakerOutcome, reason?: string): void
  noConsent(makerId: string, error: unknown): void
}
