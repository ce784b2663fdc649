import type { Explanation } from '../client/types.ts'
import type { TandemError, TandemErrorCode } from '../tandem-error.ts'

/** What the SDK itself sees a step wait for, beside the errors of services and endpoints. */
export type OwnReason =
  /** The wallet has not answered, or its transaction is not mined yet. */
  | 'WALLET_PENDING'
  /** What the user signed is handed over, and the source is not on chain yet. `until`: the signature's end. */
  | 'SIGNATURE_PENDING'
  /** Nothing was paid, and what the user signed or sent may still pay. `until`: the end of that time. */
  | 'STILL_PAYABLE'
  /** The claim is on chain, and has fewer confirmations than count. */
  | 'CONFIRMING'
  /** The market maker has not taken the source yet. */
  | 'SOURCE_CLAIM_PENDING'
  /** The bridge has not delivered yet. */
  | 'DELIVERY_PENDING'
  /** The secret stays with the user. `until`: when the source amount can be taken back. */
  | 'SECRET_KEPT'

/**
 * Why a step of a run repeats.
 * @example
 * { code: 'NOT_CANCELLABLE_YET', message: 'the escrow can be cancelled from 1795877844 on', until: 1795877844 }
 */
export interface Reason {
  /**
   * The code of an error, or of what the SDK itself has seen; or `AWAITING_…` with the party that the orderbook's
   * `/explain` names.
   */
  code: TandemErrorCode | OwnReason | `AWAITING_${string}`
  /** A sentence for a person. */
  message: string
  /** Unix seconds at which it changes, where that is known. */
  until?: number
}

/** A reason, how often it was noted in a row, and since when. */
export interface Noted {
  reason: Reason
  times: number
  sinceMs: number
  /** True for a fact, which is shown at once. A failed try is only shown when it lasts. */
  isFact: boolean
}

/** Milliseconds after which the first failure counts as one that lasts. */
export const lastingMs = 5_000

/** Counts a reason that a round of a run met. Another reason does not start the count again. */
export const noteAgain = (
  last: Noted | undefined,
  { reason, isFact }: Pick<Noted, 'reason' | 'isFact'>,
  nowMs: number,
): Noted => ({ reason, isFact, times: (last?.times ?? 0) + 1, sinceMs: last?.sinceMs ?? nowMs })

/** The reason to show. One failure is no news: it is shown once it came twice, or has lasted for five seconds. */
export const shownReason = (noted: Noted | undefined, nowMs: number): Reason | undefined =>
  noted !== undefined && (noted.isFact || noted.times > 1 || nowMs - noted.sinceMs >= lastingMs)
    ? noted.reason
    : undefined

/** The reason that an error gives, with the time at which its cause ends where the error names one. */
export function reasonOf({ code, message, details }: TandemError): Reason {
  const end = details.cancel_after ?? details.opens_at ?? details.payable_until
  const until = typeof end === 'string' ? Date.parse(end) / 1000 : end
  return typeof until === 'number' && Number.isFinite(until) ? { code, message, until } : { code, message }
}

/**
 * The reason that the orderbook gives for an order that waits; `undefined` where it waits for nobody. No answer, however
 * malformed, ends a run.
 */
export function reasonOfExplanation({ awaiting }: Partial<Pick<Explanation, 'awaiting'>>): Reason | undefined {
  // The party is checked to be a word, because it becomes part of a code.
  if (!/^[a-z_]{1,30}$/i.test(awaiting?.from ?? '') || typeof awaiting?.text !== 'string') return undefined
  const reason = { code: `AWAITING_${awaiting.from.toUpperCase()}`, message: awaiting.text } as const
  const until = Math.floor(Date.parse(awaiting.until ?? '') / 1000)
  return Number.isFinite(until) ? { ...reason, until } : reason
}
