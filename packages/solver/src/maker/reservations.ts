import type { Ledger } from '../domain/ledger.ts'
import { type AtRisk, quoteKey } from '../risk/at-risk.ts'
import type { QuotePromise } from './promise-file.ts'

type Reserved = Pick<QuotePromise, 'message' | 'token' | 'amount' | 'exposure'>

/** What a quote reserves until it is over: money of the account, and room within the limits of money at risk. */
export function makeReservations(
  ledger: Pick<Ledger, 'promise' | 'release' | 'hold'>,
  atRisk: Pick<AtRisk, 'take' | 'hold' | 'release'>,
) {
  return {
    /**
     * Reserves both. @returns why that was refused; undefined when both are reserved. After a refusal a part may still
     * be reserved, which the caller gives back.
     */
    async take(
      { message, token, amount, exposure }: Reserved,
      readHeld: () => Promise<bigint>,
    ): Promise<string | undefined> {
      const key = quoteKey(message.quote_id)
      const beyond = atRisk.take([key], exposure)
      if (beyond !== undefined) return beyond
      const { isPromised } = await ledger.promise(token, key, amount, readHeld)
      return isPromised ? undefined : 'inventory'
    },
    hold({ message, token, amount, exposure }: Reserved): void {
      ledger.hold(token, quoteKey(message.quote_id), amount)
      atRisk.hold(quoteKey(message.quote_id), exposure)
    },
    release(quoteId: string, token: string): void {
      ledger.release(token, quoteKey(quoteId))
      atRisk.release(quoteKey(quoteId))
    },
  }
}
