/** Where events become deliveries next. Numbers are the `seq` of events. */
export type FanOutState = {
  /** The earliest event that some webhook was registered after; undefined where there is no webhook. */
  readonly registeredAfter: number | undefined
  /** Every event up to this one has its deliveries. */
  readonly done: number
  /**
   * Webhooks up to this one have the deliveries of the event after `done` too. Null when no webhook
   * has.
   */
  readonly afterHook: string | null
  readonly newest: number
}

export type EventRange = { readonly first: number; readonly last: number; readonly afterHook: string | null }

/**
 * The events that become deliveries in the next transaction: those after `first`, up to `last`. If an event has its
 * deliveries for some of the webhooks only, it is finished before later events begin.
 * @param most how many events a range may have.
 */
export function nextRange(
  { registeredAfter, done, afterHook, newest }: FanOutState,
  most: number,
): EventRange | undefined {
  if (registeredAfter === undefined) return undefined
  const first = Math.max(registeredAfter, done)
  const begun = first === done ? afterHook : null
  const last = Math.min(first + (begun === null ? most : 1), newest)
  return last > first ? { first, last, afterHook: begun } : undefined
}
