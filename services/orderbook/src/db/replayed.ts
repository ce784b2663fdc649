/** What the database holds, and what it should hold by its events. */
export type Difference = {
  readonly of: string
  readonly column: string
  readonly stored: unknown
  readonly expected: unknown
}

/** An order as it should be, for the roll-ups that follow it. */
export type OrderCorrection = { readonly order_id: string; readonly status: string; readonly completed_at: Date | null }
