import { isFinal, openStatuses } from '@tandem/contracts/rules'
import { isSameAddress } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { Order } from '../client/types.ts'
import type { KnownNetwork } from '../known-network.ts'
import type { SecretSource } from '../secrets/secret-source.ts'
import { Swap } from '../swap.ts'
import { pinnedNetwork, type SwapOptions, type SwapState } from '../swap-state.ts'
import { TandemError } from '../tandem-error.ts'
import { finalDestination, verifyOrder } from '../verify/verify-order.ts'
import { readOrdersFromChain } from './orders-from-chain.ts'

export interface RestoreOptions {
  /** Where secrets come from: `walletSecrets(wallet)`. */
  secrets: SecretSource
  /** The account that paid on the source chain. */
  owner: Address
  /** The recipient; by default the owner. */
  destinationAddress?: Address
  /** Decides whether a swap is restored. Show the user what would be received, because nothing can prove it. */
  accept: (order: Order) => boolean | Promise<boolean>
  onSkipped?: (order: Order, reason: SkipReason) => void
  /** Told when the chains could not be read: there may be swaps that were not found. */
  onChainsUnread?: (error: unknown) => void
  /** True: the orderbook is not asked. */
  isChainOnly?: boolean
}

/**
 * Why an order was not restored. `unverified`: the escrows do not follow from its terms, or the order is of a time that
 * this device's clock has not reached.
 */
export type SkipReason = 'other_recipient' | 'other_secret' | 'not_accepted' | 'unverified'

interface FoundSwap {
  state: SwapState
  order: Order
}

const skewMs = 10 * 60_000
/** How long after a swap's start its source escrow may be created, in milliseconds. */
const initiationMs = 60 * 60_000

const maxPages = 100

/**
 * Finds the open swaps of a user whose storage is lost, with the secrets of `walletSecrets`. No orderbook can hide a
 * swap. Tokens that were sent ahead are known only to the orderbook and to the saved state.
 *
 * @throws `EVIDENCE_REQUIRED`, `UNVERIFIED`; `CLOCK_SKEWED` when it hides every swap; viem's errors when nothing can be
 * read; the wallet's refusal to sign.
 */
export async function restoreSwaps(restore: RestoreOptions, options: SwapOptions): Promise<Swap[]> {
  const { client, evidence } = options
  const network = await pinnedNetwork(options)
  const { owner, destinationAddress = owner, isChainOnly = false } = restore
  const hasEndpoints = Object.values(evidence?.endpoints ?? {}).some((named) => named.length > 0)
  const listed = isChainOnly
    ? []
    : await listOpenOrders(client, owner).catch((error: unknown) => {
        if (error instanceof TandemError && (error.retryable || hasEndpoints)) return undefined
        throw error
      })
  const mustShow = listed === undefined || listed.length === 0
  const shown =
    hasEndpoints || isChainOnly || listed === undefined
      ? await readOrdersFromChain({ owner, destinationAddress, network, evidence }).catch((error: unknown) => {
          if (mustShow) throw error
          restore.onChainsUnread?.(error)
          return []
        })
      : []
  const found = new Map<string, FoundSwap>()
  const checked = new Set<string>()
  let skewed: TandemError | undefined
  for (const order of [...(listed ?? []), ...shown]) {
    const hash = order.source_intent.commitment_hash
    if (found.has(hash) || checked.has(vaultsOf(order))) continue
    const swap = await swapOf(order, network, restore).catch((error: TandemError) => {
      if (error.code !== 'CLOCK_SKEWED') throw error
      skewed = error
      return 'unverified' as const
    })
    if (swap !== 'unverified') checked.add(vaultsOf(order))
    if (typeof swap === 'string') restore.onSkipped?.(order, swap)
    else found.set(hash, swap)
  }
  if (found.size === 0 && skewed !== undefined) throw skewed
  const swaps: Swap[] = []
  for (const one of found.values()) swaps.push(await Swap.restored(one, options, network))
  return swaps
}

/** Both vaults: the orderbook may name another destination for the same source. */
const vaultsOf = ({ source_intent: source, destination_intent: destination }: Order): string =>
  [source.chain, source.swap_id, destination.chain, destination.swap_id].join(' ').toLowerCase()

async function listOpenOrders(client: SwapOptions['client'], owner: Address): Promise<Order[]> {
  const orders: Order[] = []
  const asked = { address: owner, status: openStatuses.join(','), limit: 100 }
  const cursors = new Set<string>()
  for (let cursor: string | undefined; ; ) {
    const page = await client.listOrders({ ...asked, ...(cursor === undefined ? {} : { cursor }) })
    orders.push(...page.data)
    cursor = page.next_cursor ?? undefined
    if (cursor === undefined || cursors.has(cursor) || cursors.size + 1 >= maxPages) break
    cursors.add(cursor)
  }
  return orders
    .filter(isReadable)
    .filter(({ status, source_intent: source }) => !isFinal(status) && isSameAddress(source.creator, owner))
}

/** Whether an order can be read at all, because an orderbook may list anything. */
const isReadable = ({ source_intent: source, destination_intent: destination }: Order): boolean =>
  [source?.chain, source?.creator, source?.commitment_hash, destination?.chain, destination?.recipient].every(
    (field: unknown) => typeof field === 'string',
  )

async function swapOf(order: Order, network: KnownNetwork, options: RestoreOptions): Promise<FoundSwap | SkipReason> {
  const { owner, destinationAddress = owner, secrets, accept } = options
  const { source_intent: source, destination_intent: destination } = order
  const hasDestination = destination.chain !== ''
  if (hasDestination && !isSameAddress(destination.recipient, destinationAddress)) return 'other_recipient'
  const chainId = network.chains.find(({ chain }) => chain === source.chain)?.chain_id
  if (chainId === undefined) return 'unverified'
  const known = verifiedStateOf(order, options, network)
  if (known === undefined) return 'unverified'
  const madeAt = Date.parse(order.created_at)
  const secret = await secrets.find(
    { chainId, owner },
    {
      commitmentHash: source.commitment_hash as Hex,
      fromMs: madeAt - (known.orderId === null ? initiationMs : skewMs),
      toMs: madeAt + skewMs,
      nearMs: madeAt,
    },
  )
  if (secret === undefined) return 'other_secret'
  return (await accept(order)) ? { state: { ...known, secret }, order } : 'not_accepted'
}

/** The state of a verified order; `undefined` for one that cannot be read, which must not hide others. */
function verifiedStateOf(
  order: Order,
  { owner, destinationAddress = owner }: RestoreOptions,
  network: KnownNetwork,
): Omit<SwapState, 'secret'> | undefined {
  const { source_intent: source, destination_intent: destination } = order
  try {
    const state: Omit<SwapState, 'secret'> = {
      secretOrigin: 'wallet',
      userId: order.user_id,
      sourceAddress: owner,
      destinationAddress,
      quote: {
        quote_id: order.quote_id,
        source: { asset: source.asset, amount: source.amount },
        destination: finalDestination(destination, network),
        route_type: destination.l1_hop ? 'hop' : 'direct',
        hop_relayer_fee: destination.hop_relayer_fee,
        expires_at: order.created_at,
      },
      orderId: order.order_id === '' ? null : order.order_id,
      vaults: { source: source.swap_id as Address, destination: destination.swap_id as Address },
      order,
      // Counts as left, because the secret may be out.
      startedAt: Math.floor(Date.parse(order.created_at) / 1000),
    }
    const commitmentHash = source.commitment_hash as Hex
    if (state.orderId !== null) verifyOrder(order, { ...state, commitmentHash }, network)
    return state
  } catch {
    return undefined
  }
}
