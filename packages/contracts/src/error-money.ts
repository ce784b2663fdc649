/** What a reader of an error has to know. */
export interface ErrorMeaning {
  readonly when: string
  /** What the client can do about it. */
  readonly remedy: string
  /** Whether money has moved: a sentence of {@link moved}, or one of its own. */
  readonly money: string
}

export const meaning = (when: string, remedy: string, money: string): ErrorMeaning => ({ when, remedy, money })

/** The usual sentences about money. What was paid before an error is where it was, unless a sentence says otherwise. */
export const moved = {
  no: 'No: nothing is signed or sent at this point.',
  notByThis: 'Not by this request.',
  inEscrow: 'Not by this request. What was paid is still in the source escrow. It is swapped, or comes back.',
  sentAhead: 'What was sent to `swap_id` is still there, and can be taken back.',
  perhaps:
    'Perhaps: what was asked for may have happened all the same. Before you pay in another way, read the order and the wallet’s balance.',
} as const
