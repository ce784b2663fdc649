import { lowerHex } from '@tandem/chain'
import { checksummed, escrowRegistryAbi } from '@tandem/escrow'
import { getAbiItem, type Hex, isHash, toEventSelector } from 'viem'
import { keccak } from '../keccak.ts'
import type { ChainEvent } from './domain/chain-event.ts'

type Log = { readonly topics: readonly Hex[]; readonly data: Hex }
type EscrowLog = Pick<ChainEvent, 'subject' | 'kind' | 'payload'>
/** A log's topics and its words of 32 bytes, in lower case. */
type Parts = { readonly topics: readonly [Hex, Hex]; readonly words: readonly Hex[] }

type EventName = 'EscrowCreated' | 'EscrowClaimed' | 'EscrowHopDispatched' | 'EscrowCancelled'
const topicOf = (name: EventName): Hex => toEventSelector(getAbiItem({ abi: escrowRegistryAbi, name }))

interface Layout {
  readonly kind: ChainEvent['kind']
  readonly words: number
  payload(parts: Parts): ChainEvent['payload'] | undefined
}

const zero: Hex = `0x${'0'.repeat(64)}`
/** The last value of the contract's `CancelReason`. */
const lastReason = 2n

/** How the data of each event is laid out, by topic 0. */
const layouts: ReadonlyMap<Hex, Layout> = new Map([
  [
    topicOf('EscrowCreated'),
    { kind: 'created', words: 5, payload: ({ words }: Parts) => ({ commitmentHash: words[2] ?? zero }) },
  ],
  [
    topicOf('EscrowClaimed'),
    {
      kind: 'claimed',
      words: 2,
      payload: ({ topics, words }: Parts) => ({ commitmentHash: topics[0], secret: words[0] ?? zero }),
    },
  ],
  [
    topicOf('EscrowHopDispatched'),
    {
      kind: 'hop_dispatched',
      words: 5,
      payload: ({ topics, words }: Parts) => ({
        commitmentHash: topics[0],
        secret: words[0] ?? zero,
        messageId: topics[1],
      }),
    },
  ],
  [
    topicOf('EscrowCancelled'),
    {
      kind: 'cancelled',
      words: 2,
      payload: ({ topics, words }: Parts) =>
        BigInt(words[1] ?? zero) > lastReason ? undefined : { commitmentHash: topics[0] },
    },
  ],
])

/**
 * Decodes a registry's log with the same result as `decodeEscrowLog`, at a fraction of its cost, which was most of the
 * watcher's work.
 * @returns undefined for another log.
 */
export function readEscrowLog({ topics: [topic0, vault, topic2, topic3], data }: Log): EscrowLog | undefined {
  const layout = topic0 === undefined ? undefined : layouts.get(topic0)
  if (layout === undefined || !isTopic(vault) || !isTopic(topic2) || !isTopic(topic3)) return undefined
  if (data.length < 2 + 64 * layout.words || !hexBytes.test(data)) return undefined
  const words = Array.from({ length: layout.words }, (_, word) =>
    lowerHex(`0x${data.slice(2 + 64 * word, 66 + 64 * word)}`),
  )
  const payload = layout.payload({ topics: [lowerHex(topic2), lowerHex(topic3)], words })
  return payload && { subject: checksummed(vault.slice(26).toLowerCase(), keccak), kind: layout.kind, payload }
}

const hexBytes = /^0x(?:[\da-f]{2})*$/i
const isTopic = (topic: Hex | undefined): topic is Hex => topic !== undefined && isHash(topic)
