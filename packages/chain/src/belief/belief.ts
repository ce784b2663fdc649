/**
 * An answer with its ground (docs/belief.md). `single`: the only endpoint; `agreed`: a majority; `proven`: a believed
 * hash covers it.
 */
export type Believed<T> =
  | { readonly kind: 'single'; readonly value: T }
  | { readonly kind: 'agreed'; readonly value: T }
  | { readonly kind: 'proven'; readonly value: T }

/** `disputed`: no majority says the same. `waiting`: too few answered. */
export type Unbelieved = {
  readonly kind: 'disputed' | 'waiting'
  readonly reason: string
  /** The endpoints' failures, for logs only. */
  readonly details?: string
}

export type Belief<T> = Believed<T> | Unbelieved

export const isBelieved = <T>(belief: Belief<T>): belief is Believed<T> => 'value' in belief

/** The message names hosts, and never a URL or a parameter. */
export class UnbelievedError extends Error {
  override readonly name = 'UnbelievedError'
  readonly kind: Unbelieved['kind']
  constructor(chain: string, { kind, reason, details }: Unbelieved) {
    super(`${chain}: ${reason}${details === undefined ? '' : ` (${details})`}`)
    this.kind = kind
  }
}

/** More than half of the configured endpoints. */
export const majorityOf = (endpoints: number): number => Math.floor(endpoints / 2) + 1

/** Whether a majority can still be right beside so many wrong endpoints. */
export const mayBeRight = (endpoints: number, wrong: number): boolean => endpoints - wrong >= majorityOf(endpoints)
