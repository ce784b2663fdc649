import type { MakerAnswer, MakerDayWire, OrderAsk, QuoteAsk, RefundAnswer, RefundAsk } from '@tandem/contracts'
import type { MakerEvent } from './domain/cooldown.ts'

/** A maker's endpoint, which may be hostile: every answer is checked, and a slow maker delays no other. */
export interface MakerEndpoint {
  /** @throws when there is no usable answer in time. */
  askQuote(ask: QuoteAsk): Promise<MakerAnswer>
  /** @throws when there is no usable answer in time. */
  askOrder(ask: OrderAsk): Promise<MakerAnswer>
  /**
   * Asks for a refund, also during a cooldown, because the user's money is at stake.
   * @throws when there is no usable answer in time.
   */
  askRefund(ask: RefundAsk): Promise<RefundAnswer>
}

export type Refusal = { readonly makerId: string; readonly quoteId: string }

export interface MakerEvents {
  /** The events of the last 30 days that decide the cooldown of each of these makers. */
  recent(makerIds: readonly string[]): Promise<ReadonlyMap<string, readonly MakerEvent[]>>
  /** Counters of the last 30 days for each of these makers, the newest day first. They are for display only. */
  days(makerIds: readonly string[]): Promise<ReadonlyMap<string, readonly MakerDayWire[]>>
  /** Stores a refusal, once per quote however often its order is repeated. */
  storeRefusal(refusal: Refusal, at: Date): Promise<void>
}

/** How a maker answered. `invalid`: something else than it was asked for, or not signed by its key. */
export type MakerOutcome = 'won' | 'offered' | 'declined' | 'failed' | 'invalid' | 'benched'

export interface MarketObserver {
  /** @param reason why, without the maker's answer itself. */
  answered(makerId: string, outcome: MakerOutcome, reason?: string): void
  noConsent(makerId: string, error: unknown): void
}
