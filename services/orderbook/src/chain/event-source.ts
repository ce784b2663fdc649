import { escrowEventTopics } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { ChainEvent } from './chain-event.ts'
import { readEscrowLog } from './read-escrow-log.ts'

/** The logs of a chain that are read, and their decoder. */
export interface EventSource {
  /** The contract that emits them. */
  readonly address: Address
  /** Any of these as topic 0. */
  readonly kinds: readonly Hex[]
  /** The required further topics; `null`: anything. */
  readonly topics: readonly (Hex | null)[]
  /** Nothing, where the log is none of them after all. */
  decode(log: { topics: readonly Hex[]; data: Hex }): Pick<ChainEvent, 'subject' | 'kind' | 'payload'> | undefined
}

/** A registry's events. */
export const escrowSource = (registry: Address): EventSource => ({
  address: registry,
  kinds: escrowEventTopics,
  topics: [],
  decode: readEscrowLog,
})
