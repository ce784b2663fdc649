import type { MakerAnswer, MakerDayWire, OrderAsk, QuoteAsk, RefundAnswer, RefundAsk } from '@tandem/contracts'
import type { MakerEvent } from './domain/cooldown.ts'

/** Hostile: every answer is checked, and it delays only itself. */
export interface MakerEndpoint {
  /** @throws without a usable answer in time. */
  askQuote(ask: QuoteAsk): Promise<MakerAnswer>
  /** @throws without a usable answer in time. */
  askOrder(ask: OrderAsk): Promise<MakerAnswer>
  /**
   * Asked of a maker in its cooldown too: the user's money is at stake.
   * @throws without a usable answer in time.
   */
  askRefund(ask: RefundAsk): Promise<RefundAnswer>
}

export type Refusal = { readonly makerId: string; readonly quoteId: string }

export interface MakerEvents {
  /** What decides the cooldown of each of these makers: events of the last 30 days. */
  recent(makerIds: readonly string[]): Promise<ReadonlyMap<string, readonly MakerEvent[]>>
  /** Counters of the last 30 days of each of these makers, the newest day first. They decide nothing. */
  days(makerIds: readonly string[]): Promise<ReadonlyMap<string, readonly MakerDayWire[]>>
  /** A quote is refused once, however often its order is repeated. */
  storeRefusal(refusal: Refusal, at: Date): Promise<void>
}

/** `invalid`: its answer is not what it was asked for, or not signed by its key. */
export type MakerOutcome = 'won' | 'offered' | 'declined' | 'failed' | 'invalid' | 'benched'

export interface MarketObserver {
  /** @param reason never the answer itself. */
  answered(makerId: string, outcome: MakerOutcome, reason?: string): void
  noConsent(makerId: string, error: unknown): void
}
