import {
  type MakerFact,
  type MakerOutcome,
  type MakerQuoteWire,
  type MakerRecord,
  type MakerRecordWire,
  makerOutcome,
  makerRecord,
} from '@tandem/contracts'
import type { ChainEvent } from '../read-events.ts'

export interface AuditedChain {
  chain: string
  chainId: number
  events: readonly ChainEvent[]
  /** Seconds until a block stands at its depth. */
  depthSecs: number
  /** The time of the newest block, unix seconds. */
  headTime: number
}

export interface QuotedOrder {
  order_id: string
  maker_quote: MakerQuoteWire
  source: { chain: string; swap_id: string }
}

export interface Difference {
  order_id: string | null
  source: string | null
  about: string
  record: string
  chains: string
}

export interface Audit {
  derived: MakerRecord
  differences: Difference[]
  /** Orders that were excused on the orderbook's word alone. */
  excusedByWord: string[]
}

type Created = Extract<ChainEvent, { type: 'created' }>

/**
 * Derives a maker's record from signed quotes and the events of the chains, as they stood when the record was
 * computed, and compares the two. Pure. Faults are the orderbook's word, and so is `halted`, which no chain shows.
 *
 * @param record with all pages of its evidence, whose quotes the maker has signed.
 * @param kept orders of the maker from elsewhere: the record must have each within its time.
 */
export function auditRecord(
  record: Omit<MakerRecordWire, 'next_cursor'>,
  chains: readonly AuditedChain[],
  kept: readonly QuotedOrder[] = [],
): Audit {
  const { evidence, faults, counted_to: countedTo, computed_at: at } = record
  const differences: Difference[] = []
  const facts = evidence.map((fact) => {
    const { fact: derived, differences: found } = deriveFact(fact, chains, countedTo)
    differences.push(...found)
    return derived
  })
  const derived = makerRecord(facts, faults, { countedTo, at })
  const numbers = [
    ['fills', record.fills, derived.fills],
    ['fades', record.fades, derived.fades],
    ['pending', record.pending, derived.pending],
    ['refused', record.refused, derived.refused],
    ['strikes', record.strikes, derived.strikes],
    ['benched_until', record.benched_until, derived.benchedUntil],
  ] as const
  for (const [about, says, shows] of numbers)
    if (says !== shows)
      differences.push({ order_id: null, source: null, about, record: String(says), chains: String(shows) })
  for (const { chain, headTime } of chains)
    if ((countedTo[chain] ?? 0) > headTime)
      differences.push({
        ...{ order_id: null, source: null, about: `counted_to of ${chain}` },
        ...{ record: String(countedTo[chain]), chains: `the newest block is of ${headTime}` },
      })
  return {
    derived,
    differences: [...differences, ...hiddenOrders(record, chains, kept)],
    excusedByWord: facts.flatMap((fact) => (makerOutcome(fact, countedTo) === 'excused' ? [fact.order_id] : [])),
  }
}

/** The fact by the chains at the times of the record, and its differences from the record. */
function deriveFact(
  given: MakerFact & { outcome: MakerOutcome },
  chains: readonly AuditedChain[],
  countedTo: MakerRecordWire['counted_to'],
): { fact: MakerFact; differences: Difference[] } {
  const differences: Difference[] = []
  const differ = (about: string, says: unknown, shows: unknown) => {
    if (says === shows) return
    const of = { order_id: given.order_id, source: given.source.swap_id }
    differences.push({ ...of, about, record: String(says), chains: String(shows) })
  }
  const { message } = given.maker_quote
  const isCounted = (chain: string, event: ChainEvent) => event.at <= (countedTo[chain] ?? 0)
  const source = creationsOf(chains, message.source_chain_id).find(({ vault }) => isSame(vault, given.source.swap_id))
  if (source === undefined || !isQuotedSource(source, message)) {
    differ('source escrow', given.source.swap_id, source === undefined ? 'none' : 'not the quoted one')
    return { fact: given, differences }
  }
  const destinations = creationsOf(chains, message.destination_chain_id)
    .filter((event) => event.commitmentHash === source.commitmentHash && isQuotedDestination(event, message))
    .filter((event) => isCounted(given.destination.chain, event))
  const named = destinations.find(({ vault }) => isSame(vault, given.destination.swap_id))
  // Another destination of the maker under the same hash: the record may name a vault that no maker was asked to fund.
  if (named === undefined && destinations[0] !== undefined)
    differ('destination escrow', given.destination.swap_id, destinations[0].vault)
  const back = eventsOf(chains, message.source_chain_id).find(
    (event) => event.type === 'cancelled' && isSame(event.vault, source.vault) && isCounted(given.source.chain, event),
  )
  const depth = chains.find(({ chainId }) => chainId === message.destination_chain_id)?.depthSecs
  const fact: MakerFact = {
    ...given,
    source: { ...given.source, create_tx_hash: source.txHash, created_at: source.at },
    destination: {
      ...given.destination,
      create_tx_hash: named?.txHash ?? null,
      created_at: named?.at ?? null,
      depth_secs: depth ?? given.destination.depth_secs,
    },
    refunded_at: back?.at ?? null,
  }
  differ('source.created_at', given.source.created_at, fact.source.created_at)
  differ('source.create_tx_hash', given.source.create_tx_hash, fact.source.create_tx_hash)
  differ('destination.created_at', given.destination.created_at, fact.destination.created_at)
  differ('destination.create_tx_hash', given.destination.create_tx_hash, fact.destination.create_tx_hash)
  differ('destination.depth_secs', given.destination.depth_secs, fact.destination.depth_secs)
  differ('refunded_at', given.refunded_at, fact.refunded_at)
  differ('outcome', given.outcome, makerOutcome(fact, countedTo))
  return { fact, differences }
}

/** The time that a record covers before it was computed, in seconds. */
export const coveredSecs = 30 * 86_400

/** Orders within the time of the record that bound the maker and are missing in it. */
function hiddenOrders(
  {
    evidence,
    computed_at: at,
    counted_to: countedTo,
  }: Pick<MakerRecordWire, 'evidence' | 'computed_at' | 'counted_to'>,
  chains: readonly AuditedChain[],
  kept: readonly QuotedOrder[],
): Difference[] {
  const known = new Set(evidence.map(({ source }) => source.swap_id.toLowerCase()))
  return kept.flatMap(({ order_id, maker_quote: { message }, source }) => {
    const created = creationsOf(chains, message.source_chain_id).find(({ vault }) => isSame(vault, source.swap_id))
    const isCovered =
      created !== undefined && created.at > at - coveredSecs && created.at <= (countedTo[source.chain] ?? 0)
    if (!isCovered || known.has(source.swap_id.toLowerCase())) return []
    const shows = `its source was created at ${created.at}`
    return [{ order_id, source: source.swap_id, about: 'order', record: 'missing', chains: shows }]
  })
}

const eventsOf = (chains: readonly AuditedChain[], chainId: number): readonly ChainEvent[] =>
  chains.find((one) => one.chainId === chainId)?.events ?? []
const creationsOf = (chains: readonly AuditedChain[], chainId: number): Created[] =>
  eventsOf(chains, chainId).filter((event) => event.type === 'created')

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

type Message = MakerQuoteWire['message']

const isQuotedSource = (event: Created, message: Message): boolean =>
  isSame(event.token, message.source_token) &&
  isSame(event.recipient, message.source_recipient) &&
  event.amount === BigInt(message.source_amount)

/** On a hop the escrow holds another asset than the user receives, and its amount is not in the quote. */
const isQuotedDestination = (event: Created, message: Message): boolean =>
  isSame(event.token, message.destination_token) &&
  isSame(event.creator, message.destination_creator) &&
  (/^0x0{40}$/.test(event.hopBridge) ? event.amount === BigInt(message.destination_amount) : true)
