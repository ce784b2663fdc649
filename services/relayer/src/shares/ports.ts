import type { Hex } from 'viem'
import type { ClaimWork } from '../work/domain/work.ts'
import type { Deal, ShownShare } from './domain/share-rules.ts'

export interface HeldShare {
  id: string
  orderId: string
  /** For the budgets. */
  userId: string
  shareHash: Hex
  deal: Deal
  work: ClaimWork
  createdAt: Date
  /** When this relayer first found the reveal safe. */
  readyAt: Date | null
  /** When enough relayers were ready. */
  givenAt: Date | null
}

export interface NewShare extends Pick<HeldShare, 'orderId' | 'userId' | 'shareHash' | 'deal' | 'work'> {
  share: Hex
}

export interface ShareStore {
  /** @returns false when the order has as many as it may; the same share again changes nothing. */
  keep(share: NewShare): Promise<boolean>
  ofOrder(orderId: string): Promise<HeldShare[]>
  /** None of them is due again for half a minute. */
  takeDue(most: number): Promise<HeldShare[]>
  /** @returns undefined when it is deleted. */
  open(id: string): Promise<Hex | undefined>
  /** @returns since when. */
  mark(id: string, as: 'ready' | 'given'): Promise<Date>
  lookAgain(id: string, afterMs: number): Promise<void>
  forget(id: string): Promise<void>
}

/** One answer of each peer that answers. Nothing in them is believed. */
export type AskPeers = (orderId: string) => Promise<readonly (readonly ShownShare[])[]>
