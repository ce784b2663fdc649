import { escrowEventTopics } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { ChainEvent } from './domain/chain-event.ts'
import { readEscrowLog } from './read-escrow-log.ts'

export interface EventSource {
  readonly address: Address
  /** Any of these as topic 0. */
  readonly kinds: readonly Hex[]
  /** `null`: anything. */
  readonly topics: readonly (Hex | null)[]
  /** Nothing for another log. */
  decode(log: { topics: readonly Hex[]; data: Hex }): Pick<ChainEvent, 'subject' | 'kind' | 'payload'> | undefined
}

export const escrowSource = (registry: Address): EventSource => ({
  address: registry,
  kinds: escrowEventTopics,
  topics: [],
  decode: readEscrowLog,
})
