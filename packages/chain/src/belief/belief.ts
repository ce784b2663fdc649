/** `agreed`: a majority; `proven`: a believed hash covers it (docs/belief.md). */
export type Believed<T> =
  | { readonly kind: 'single'; readonly value: T }
  | { readonly kind: 'agreed'; readonly value: T }
  | { readonly kind: 'proven'; readonly value: T }

/** `disputed`: no majority says the same. `waiting`: too few answered. */
export type Unbelieved = {
  readonly kind: 'disputed' | 'waiting'
  readonly reason: string
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

export const majorityOf = (endpoints: number): number => Math.floor(endpoints / 2) + 1

export const mayBeRight = (endpoints: number, wrong: number): boolean => endpoints - wrong >= majorityOf(endpoints)
