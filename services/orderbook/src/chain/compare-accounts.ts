import type { Hex } from 'viem'
import type { ChainEvent } from './chain-event.ts'
import { headersAtOnce } from './event-reader.ts'
import { once } from './once.ts'
import { contentKey, eventKey, type Header, type ProvenEvents, type Provider } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import type { Peer } from './provider-pool.ts'

/** `unjudged`: the peer was wrong so often that the rest is not judged; then it bears no witness. */
export type Verdict = 'agreed' | 'peer_is_wrong' | 'undecided' | 'unjudged'

/** Disputed events that are judged, each by some questions to both endpoints. */
const mostJudged = 256

/** Two endpoints that have the same last block. */
interface Pair {
  readonly provider: Provider
  readonly peer: Peer
  readonly last: Header
}

/**
 * Holds two accounts of the same blocks against the receipts: first the transaction's own, which must be the same with
 * both, and otherwise all of the block, which must hash to what its header says. Receipts show no transaction's hash.
 */
export async function compareAccounts(
  pair: Pair,
  claimed: readonly ChainEvent[],
  seen: readonly ChainEvent[],
): Promise<Verdict> {
  const { provider, peer } = pair
  const [claimedKeys, seenKeys] = [new Set(claimed.map(eventKey)), new Set(seen.map(eventKey))]
  const disputed = [
    ...claimed.filter((event) => !seenKeys.has(eventKey(event))),
    ...seen.filter((event) => !claimedKeys.has(eventKey(event))),
  ]
  const [claimedContents, seenContents] = [new Set(claimed.map(contentKey)), new Set(seen.map(contentKey))]
  const didHappen = makeJudge(pair)
  let verdict: Verdict = 'agreed'
  for (const event of disputed.slice(0, mostJudged)) {
    const content = contentKey(event)
    const happened = await didHappen(event, claimedContents.has(content) && seenContents.has(content))
    if (happened === undefined) return 'undecided'
    const what = `${happened ? 'left out' : 'invented'} log ${event.logIndex} of block ${event.blockNumber}`
    if (claimedKeys.has(eventKey(event)) !== happened) throw new ProviderError('wrong_data', `${provider.name} ${what}`)
    peer.blame(new ProviderError('wrong_data', `${peer.name} ${what}`))
    verdict = 'peer_is_wrong'
  }
  return disputed.length > mostJudged ? 'unjudged' : verdict
}

/** Says whether an event stands in its block; `undefined` when the endpoints differ and neither can prove it. */
function makeJudge({ provider, peer, last }: Pair) {
  const hashes = new Map<bigint, Promise<Hex | undefined>>()
  const proofs = new Map<Hex, Promise<readonly (ProvenEvents | undefined)[]>>()
  const provenHash = makeProvenHashes(last)

  /** As both tell it, or else as the blocks between prove it, where hashes cover whole headers, the parent's among them. */
  async function agreedHash(number: bigint): Promise<Hex | undefined> {
    const [own, other] = await Promise.all([
      provider.header(number).catch(() => undefined),
      peer.ask((one) => one.header(number)),
    ])
    if (own !== undefined && own.hash === other?.hash) return own.hash
    const proven = await provenHash(provider, number).catch(() => undefined)
    return proven ?? peer.ask((one, giveUp) => provenHash(one, number, giveUp))
  }
  const prove = (block: Pick<Header, 'number' | 'hash'>) =>
    Promise.all([provider.provenEvents(block).catch(() => undefined), peer.ask((one) => one.provenEvents(block))])

  return async (event: ChainEvent, isTxDisputed: boolean): Promise<boolean | undefined> => {
    const [here, there] = await Promise.all([provider.hasReceiptOf(event), peer.ask((one) => one.hasReceiptOf(event))])
    if (here === there) return here
    // Both tell the event, of two transactions, and receipts prove the hash of none.
    if (isTxDisputed) return undefined
    const block = { number: event.blockNumber, hash: event.blockHash }
    // Receipts prove what stands in a block, and not that the block stands in the chain.
    const hash = await once(hashes, block.number, () => agreedHash(block.number))
    if (hash !== block.hash) return hash === undefined ? undefined : false
    const proof = (await once(proofs, block.hash, () => prove(block))).find((one) => one?.by === 'hash')
    return proof?.events.some((one) => contentKey(one) === contentKey(event))
  }
}

/** Finds hashes below a block that is known, by the headers between: each must hash to what its child names. */
function makeProvenHashes(last: Header) {
  const hashes = new Map([[last.number, last.hash]])
  let lowest = last.number
  return async (one: Provider, number: bigint, giveUp?: AbortSignal): Promise<Hex | undefined> => {
    while (lowest > number) {
      giveUp?.throwIfAborted()
      const top = lowest
      const count = Math.min(headersAtOnce, Number(top - number))
      const headers = await Promise.all(Array.from({ length: count }, (_, index) => one.header(top - BigInt(index))))
      for (const header of headers) {
        if (!header.isProven || header.hash !== hashes.get(header.number)) return undefined
        lowest = header.number - 1n
        hashes.set(lowest, header.parentHash)
      }
    }
    return hashes.get(number)
  }
}
