/** A value of the database that differs from the one that follows from its events. */
export type Difference = {
  readonly of: string
  readonly column: string
  readonly stored: unknown
  readonly expected: unknown
}

/** The status and time that an order should have. The roll-ups are corrected by them. */
export type OrderCorrection = { readonly order_id: string; readonly status: string; readonly completed_at: Date | null }
