/**
 * What is believed, and why: `single` is the only endpoint's word, `agreed` a majority's, and `proven` is covered by a
 * believed hash (docs/belief.md).
 */
export type Believed<T> =
  | { readonly kind: 'single'; readonly value: T }
  | { readonly kind: 'agreed'; readonly value: T }
  | { readonly kind: 'proven'; readonly value: T }

/** Why nothing is believed: with `disputed` no majority says the same, with `waiting` too few endpoints have answered. */
export type Unbelieved = {
  readonly kind: 'disputed' | 'waiting'
  readonly reason: string
  readonly details?: string
}

export type Belief<T> = Believed<T> | Unbelieved

/** Whether there is a value to go on with. */
export const isBelieved = <T>(belief: Belief<T>): belief is Believed<T> => 'value' in belief

/** Thrown where a value is needed and nothing is believed. The message names hosts, and never a URL or a parameter. */
export class UnbelievedError extends Error {
  override readonly name = 'UnbelievedError'
  readonly kind: Unbelieved['kind']
  constructor(chain: string, { kind, reason, details }: Unbelieved) {
    super(`${chain}: ${reason}${details === undefined ? '' : ` (${details})`}`)
    this.kind = kind
  }
}

/** How many of this many endpoints make a majority. */
export const majorityOf = (endpoints: number): number => Math.floor(endpoints / 2) + 1

/** Whether the endpoints that are not wrong can still be a majority. */
export const mayBeRight = (endpoints: number, wrong: number): boolean => endpoints - wrong >= majorityOf(endpoints)
