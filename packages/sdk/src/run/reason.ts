import type { Explanation } from '../client/types.ts'
import type { TandemError, TandemErrorCode } from '../tandem-error.ts'

/** The codes of reasons that the SDK finds by itself, in addition to the codes of errors. */
export type OwnReason =
  /** The wallet has not answered, or its transaction is not mined yet. */
  | 'WALLET_PENDING'
  /** The relayer has what the user signed, and the source is not on chain yet. `until`: when the signature expires. */
  | 'SIGNATURE_PENDING'
  /** Nothing was paid, and what the user signed or sent may still pay. `until`: when that ends. */
  | 'STILL_PAYABLE'
  /** The recipient's claim is on chain, and does not have enough confirmations yet. */
  | 'CONFIRMING'
  /** The market maker has not claimed the source escrow yet. */
  | 'SOURCE_CLAIM_PENDING'
  /** The bridge has not delivered the tokens yet. */
  | 'DELIVERY_PENDING'
  /** The secret will not be revealed any more. `until`: when the source amount can be refunded. */
  | 'SECRET_KEPT'

/**
 * Why a step of a run repeats or waits.
 *
 * @example
 * { code: 'NOT_CANCELLABLE_YET', message: 'the escrow can be cancelled from 1795877844 on', until: 1795877844 }
 */
export interface Reason {
  /**
   * The code of an error, a code of {@link OwnReason}, or `AWAITING_…` with the party that the orderbook's `/explain`
   * names.
   */
  code: TandemErrorCode | OwnReason | `AWAITING_${string}`
  /** A sentence for a person. */
  message: string
  /** The unix seconds at which the cause ends, where they are known. */
  until?: number
}

/** The last reason of a step, and in how many rounds in a row, since when, the step has had any reason. */
export interface Noted {
  reason: Reason
  times: number
  sinceMs: number
  /** True for a fact, which is reported at once. A failure is only reported if the step keeps failing. */
  isFact: boolean
}

/** After this many milliseconds, even the first failure of a step is reported. */
export const lastingMs = 5_000

/** Counts one more round with a reason. The count goes on when the reason is another one than in the last round. */
export const noteAgain = (
  last: Noted | undefined,
  { reason, isFact }: Pick<Noted, 'reason' | 'isFact'>,
  nowMs: number,
): Noted => ({ reason, isFact, times: (last?.times ?? 0) + 1, sinceMs: last?.sinceMs ?? nowMs })

/**
 * The reason to report. A single failure is often over in the next round, so it takes a second one, or five seconds.
 */
export const lastingReason = (noted: Noted | undefined, nowMs: number): Reason | undefined =>
  noted !== undefined && (noted.isFact || noted.times > 1 || nowMs - noted.sinceMs >= lastingMs)
    ? noted.reason
    : undefined

/** The reason that an error gives. `until` is set if the error's details say when its cause ends. */
export function reasonOf({ code, message, details }: TandemError): Reason {
  const end = details.cancel_after ?? details.opens_at ?? details.payable_until
  const until = typeof end === 'string' ? Date.parse(end) / 1000 : end
  return typeof until === 'number' && Number.isFinite(until) ? { code, message, until } : { code, message }
}

/**
 * The reason in an answer of the orderbook's `/explain`; `undefined` if the order waits for nobody, or if the answer is
 * malformed. It never throws, because no answer of the orderbook may end a run.
 */
export function reasonOfExplanation({ awaiting }: Partial<Pick<Explanation, 'awaiting'>>): Reason | undefined {
  // The party becomes part of a code, so only a short word is accepted.
  if (!/^[a-z_]{1,30}$/i.test(awaiting?.from ?? '') || typeof awaiting?.text !== 'string') return undefined
  const reason = { code: `AWAITING_${awaiting.from.toUpperCase()}`, message: awaiting.text } as const
  const until = Math.floor(Date.parse(awaiting.until ?? '') / 1000)
  return Number.isFinite(until) ? { ...reason, until } : reason
}
