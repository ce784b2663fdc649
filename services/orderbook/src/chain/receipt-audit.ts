import type { ChainEvent } from './chain-event.ts'
import { eventKey, type Header, type Provider } from './provider.ts'
import { ProviderError } from './provider-error.ts'

/** The result of an audit of one block: the events are those of its receipts, or not, or the receipts prove nothing. */
export type AuditResult = 'proven' | 'refuted' | 'unproven'

/**
 * Holds the events that an endpoint tells against all receipts of their block, which must hash to the root in its header:
 * of every block whose bloom filter says nothing, and of a sample of all others. So a log that an endpoint leaves out of
 * its index is found even where it is the only endpoint.
 */
export interface ReceiptAudit {
  /** @throws ProviderError when the receipts of a block have other events. */
  linked(provider: Provider, headers: readonly Header[], events: readonly ChainEvent[]): Promise<void>
  /** @throws the same. Checks one block of the range, where the sample falls on it. */
  range(provider: Provider, blocks: { from: bigint; to: bigint }, events: readonly ChainEvent[]): Promise<void>
}

export interface AuditOptions {
  /** The audit checks one block in so many; 0: only blocks without a bloom filter. */
  readonly sampleBlocks: number
  /** From 0 to 1. */
  readonly random: () => number
  onAudit?(provider: string, result: AuditResult): void
}

/** Blocks without a bloom filter that may be unproven before the chain counts as one whose receipts prove nothing. */
const patience = 3

export function makeReceiptAudit({ sampleBlocks, random, onAudit }: AuditOptions): ReceiptAudit {
  let proven = 0
  let unproven = 0
  const isSampled = (blocks: number) => sampleBlocks > 0 && random() < blocks / sampleBlocks

  async function check(
    provider: Provider,
    block: Pick<Header, 'number' | 'hash'>,
    events: readonly ChainEvent[],
  ): Promise<void> {
    const proof = await provider.provenEvents(block).catch((error: unknown) => {
      // Too large an answer, or too slow: what it was to prove is not refuted by that.
      if (error instanceof ProviderError) return undefined
      throw error
    })
    if (proof === undefined) {
      unproven += 1
      onAudit?.(provider.name, 'unproven')
      return
    }
    const told = new Set(events.filter(({ blockNumber }) => blockNumber === block.number).map(eventKey))
    const isSame = proof.events.length === told.size && proof.events.every((event) => told.has(eventKey(event)))
    onAudit?.(provider.name, isSame ? 'proven' : 'refuted')
    if (!isSame)
      throw new ProviderError(
        'wrong_data',
        `${provider.name} tells other events of block ${block.number} than its receipts`,
      )
    proven += 1
  }

  return {
    async linked(provider, headers, events) {
      const isHopeless = proven === 0 && unproven >= patience
      const suspects = isHopeless ? [] : headers.filter((header) => provider.hasUselessBloom(header))
      const sample = isSampled(headers.length) ? headers[Math.floor(random() * headers.length)] : undefined
      const chosen = new Set(sample === undefined ? suspects : [...suspects, sample])
      for (const header of chosen) await check(provider, header, events)
    },
    async range(provider, { from, to }, events) {
      const width = Number(to - from) + 1
      if (width < 1 || !isSampled(width)) return
      const number = from + BigInt(Math.floor(random() * width))
      await check(provider, await provider.header(number), events)
    },
  }
}
