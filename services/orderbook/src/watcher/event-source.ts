import { escrowEventTopics } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { ChainEvent } from './domain/chain-event.ts'
import { readEscrowLog } from './read-escrow-log.ts'

export interface EventSource {
  readonly address: Address
  /** The event signatures to read, any of which may be topic 0. */
  readonly kinds: readonly Hex[]
  /** The topics after topic 0. Null matches anything. */
  readonly topics: readonly (Hex | null)[]
  /** Decodes a log. Undefined for a log of another form. */
  decode(log: { topics: readonly Hex[]; data: Hex }): Pick<ChainEvent, 'subject' | 'kind' | 'payload'> | undefined
}

export const escrowSource = (registry: Address): EventSource => ({
  address: registry,
  kinds: escrowEventTopics,
  topics: [],
  decode: readEscrowLog,
})
