import { askBlockAtDepth, type Endpoint, makeRangeSize, readLogRange, widestRange } from '@tandem/chain'
import { decodeEscrowLog, type EscrowEvent, escrowEventTopics, predictVault, readVault } from '@tandem/escrow'
import { type Address, type Client, isAddressEqual, pad, zeroAddress } from 'viem'
import { getBlock } from 'viem/actions'
import type { Intent, Order } from '../client/types.ts'
import { believe, type EvidenceOptions, evidenceOf, evidenceRequired } from '../evidence/evidence-options.ts'
import { blocksToSearch } from '../hops/blocks-to-search.ts'
import type { KnownNetwork, VerifiedChain } from '../known-network.ts'
import { sleep } from '../sleep.ts'

type CreatedEscrow = Extract<EscrowEvent, { type: 'created' }>

interface Asked {
  owner: Address
  destinationAddress: Address
  network: KnownNetwork
  evidence: EvidenceOptions | undefined
}

type Scan = Asked & { head: bigint; signal: AbortSignal }

/**
 * Finds the owner's open source escrows on the chains, and makes an order of each. Every open escrow with the same
 * commitment hash that pays the recipient may be the destination, and gives an order of its own. An attacker can create
 * such an escrow, so the user has to confirm what would be received.
 *
 * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 */
export async function readOrdersFromChain(asked: Asked): Promise<Order[]> {
  const { owner, destinationAddress, network, evidence } = asked
  const chains = network.chains.filter(
    ({ chain, registry_address }) => registry_address != null && (evidence?.endpoints[chain]?.length ?? 0) > 0,
  )
  if (chains.length === 0) throw evidenceRequired('an endpoint of each chain')
  const found = await Promise.all(chains.map((chain) => readOpenEscrows(chain, asked)))
  const escrows = found.flat()
  const sources = escrows.filter(({ event }) => isAddressEqual(event.creator, owner))
  return sources.flatMap((source) => {
    const destinations = escrows.filter(
      ({ event, chain }) =>
        event.commitmentHash === source.event.commitmentHash &&
        isAddressEqual(event.recipient, destinationAddress) &&
        chain.chain !== source.chain.chain &&
        assetOf({ event, chain }, network) !== undefined,
    )
    const orders = destinations.map((destination) => orderOf(source, destination, network))
    return orders.length > 0 ? orders : [orderOf(source, undefined, network)]
  })
}

interface Escrow {
  chain: VerifiedChain
  event: CreatedEscrow
  /** When the escrow was created, in unix milliseconds. */
  madeAtMs: number
}

const readMs = 600_000

/**
 * Reads the open escrows of a chain. A majority of endpoints has to agree, so that a single one cannot hide an escrow.
 */
async function readOpenEscrows(chain: VerifiedChain, asked: Asked): Promise<Escrow[]> {
  const evidence = evidenceOf(asked.evidence, chain)
  const { quorum } = evidence
  const head = await believe(evidence, askBlockAtDepth(quorum, { confirmations: 1, tag: null }))
  const escrows = quorum.ask(
    ({ name, client }, signal) => readEscrowsFrom({ name, client: patient(client) }, chain, { ...asked, head, signal }),
    {
      name: 'escrows',
      budgetMs: readMs,
      mayLag: true,
    },
  )
  return believe(evidence, escrows)
}

/** A client that repeats a failed request twice. A search needs hundreds of requests, and one failure would end it. */
const patient = (client: Client): Client => ({
  ...client,
  request: ((asked: never) => {
    const ask = () => client.request(asked)
    const again = () => sleep(500).then(ask)
    return ask().catch(again).catch(again)
  }) as unknown as Client['request'],
})

async function readEscrowsFrom(endpoint: Endpoint, chain: VerifiedChain, scan: Scan): Promise<Escrow[]> {
  const { client } = endpoint
  const logs = await readCreatedEscrows(endpoint, chain, scan)
  const escrows = await Promise.all(
    logs.map(async ({ event, blockNumber }) => {
      if (!(await isOpen(client, chain, event))) return []
      const { timestamp } = await getBlock(client, { blockNumber })
      return [{ chain, event, madeAtMs: Number(timestamp) * 1000 }]
    }),
  )
  return escrows.flat()
}

/** How many logs of one account are kept in memory at most. An endpoint that returns more is not believed. */
const maxLogs = 100_000

/** Reads the creations of escrows from one endpoint, as far back as an escrow can still be open. */
async function readCreatedEscrows(
  endpoint: Endpoint,
  chain: VerifiedChain,
  { owner, destinationAddress, head, signal }: Scan,
): Promise<{ event: CreatedEscrow; blockNumber: bigint }[]> {
  const reach = blocksToSearch(chain)
  const range = { from: head > reach ? head - reach : 0n, to: head, maxLogs, size: makeRangeSize(widestRange), signal }
  const address = chain.registry_address as Address
  const found = new Map<Address, { event: CreatedEscrow; blockNumber: bigint }>()
  for (const topics of topicsOf(owner, destinationAddress)) {
    const filter = { address, kinds: escrowEventTopics, topics }
    for (const log of await readLogRange(endpoint, { ...range, filter })) {
      const event = decodeEscrowLog(log)
      if (event?.type === 'created') found.set(event.vault, { event, blockNumber: log.blockNumber })
    }
  }
  return [...found.values()]
}

/**
 * Two filters: escrows by their creator and escrows by their recipient. The indexed fields are vault, creator and
 * recipient.
 */
const topicsOf = (creator: Address, recipient: Address) => [
  [null, pad(creator)],
  [null, null, pad(recipient)],
]

/** Whether the escrow is still open. The event of its creation does not say that. */
async function isOpen(client: Client, chain: VerifiedChain, event: CreatedEscrow): Promise<boolean> {
  const registry = chain.registry_address as Address
  const vault = predictVault({ registry, chainId: chain.chain_id, terms: event })
  if (!isAddressEqual(vault, event.vault)) return false
  const reading = await readVault(client, { registry, vault, terms: event })
  return reading.state === 'open' && reading.hasTerms
}

function orderOf(source: Escrow, destination: Escrow | undefined, network: KnownNetwork): Order {
  const unknown = { ...intentOf(source, network), chain: '', asset: '', swap_id: zeroAddress, status: 'awaiting' }
  return {
    order_id: '',
    user_id: '',
    quote_id: source.event.commitmentHash,
    source_intent: intentOf(source, network),
    destination_intent: destination === undefined ? unknown : intentOf(destination, network),
    created_at: new Date(source.madeAtMs).toISOString(),
    status: destination === undefined ? 'source_initiated' : 'destination_initiated',
    next_action: null,
  } as Order
}

const assetOf = ({ chain, event }: Pick<Escrow, 'chain' | 'event'>, { assets }: KnownNetwork) =>
  assets.find(
    (one) => one.asset.startsWith(`${chain.chain}:`) && isAddressEqual(one.token_address as Address, event.token),
  )

function intentOf(escrow: Escrow, network: KnownNetwork): Intent {
  const { chain, event } = escrow
  const isHop = !isAddressEqual(event.hopBridge, zeroAddress)
  return {
    swap_id: event.vault,
    chain: chain.chain,
    asset: assetOf(escrow, network)?.asset ?? `${chain.chain}:${event.token.toLowerCase()}`,
    token_address: event.token,
    creator: event.creator,
    recipient: event.recipient,
    amount: String(event.amount),
    commitment_hash: event.commitmentHash,
    commitment: null,
    cancel_after: event.cancelAfter,
    registry_address: chain.registry_address,
    l1_hop: isHop,
    hop_bridge_factory: isHop ? event.hopBridge : null,
    hop_relayer_fee: null,
    status: 'created',
  } as Intent
}
