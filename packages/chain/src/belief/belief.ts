/**
 * An answer about a chain, with the ground on which it is believed (docs/belief.md).
 *
 * `single`: the chain has one endpoint, which is believed. `agreed`: a majority of the endpoints says the same. `proven`: a
 * hash that is believed covers it.
 */
export type Believed<T> =
  | { readonly kind: 'single'; readonly value: T }
  | { readonly kind: 'agreed'; readonly value: T }
  | { readonly kind: 'proven'; readonly value: T }

/** No answer yet. `disputed`: enough endpoints answered, and no majority says the same. `waiting`: too few answered. */
export type Unbelieved = {
  readonly kind: 'disputed' | 'waiting'
  readonly reason: string
  /** The endpoints that failed, and how: for logs, and not for clients. */
  readonly details?: string
}

export type Belief<T> = Believed<T> | Unbelieved

export const isBelieved = <T>(belief: Belief<T>): belief is Believed<T> => 'value' in belief

/** The endpoints of a chain give no answer that is believed. The message names hosts, and never a URL or a parameter. */
export class UnbelievedError extends Error {
  override readonly name = 'UnbelievedError'
  readonly kind: Unbelieved['kind']
  constructor(chain: string, { kind, reason, details }: Unbelieved) {
    super(`${chain}: ${reason}${details === undefined ? '' : ` (${details})`}`)
    this.kind = kind
  }
}

/** How many endpoints must say the same: more than half of those that are configured. Pure. */
export const majorityOf = (endpoints: number): number => Math.floor(endpoints / 2) + 1
