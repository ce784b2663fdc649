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

/** What {@link restoreSwaps} searches for, and what it reports. */
export interface RestoreOptions {
  /** The source of the secrets, which can find them again: `walletSecrets(wallet)`. */
  secrets: SecretSource
  /** The account that paid on the source chain. */
  owner: Address
  /** The recipient; the owner by default. */
  destinationAddress?: Address
  /**
   * Decides whether a swap is restored. Show the user what would be received: without the lost quote, nothing proves
   * that it is what the user had agreed to.
   */
  accept: (order: Order) => boolean | Promise<boolean>
  /** Called with every order that was not restored. */
  onSkipped?: (order: Order, reason: SkipReason) => void
  /** Called when the chains could not be read. There may then be swaps that only the chains know. */
  onChainsUnread?: (error: unknown) => void
  /** With true, the orderbook is not asked. */
  isChainOnly?: boolean
}

/**
 * Why an order was not restored. `unverified` means that its escrows do not follow from its terms, or that it was made
 * at a time which this device's clock has not reached.
 */
export type SkipReason = 'other_recipient' | 'other_secret' | 'not_accepted' | 'unverified'

interface FoundSwap {
  state: SwapState
  order: Order
}

const skewMs = 10 * 60_000
/** How long after the start of a swap its source escrow may be created at the latest, in milliseconds. */
const initiationMs = 60 * 60_000

const maxPages = 100

/**
 * Finds a user's open swaps again after the storage was lost. It works for secrets of `walletSecrets`, which the wallet
 * can make again. The chains are searched as well as the orderbook, so that no orderbook can hide a swap. Tokens that
 * were sent to a vault which was never created are not found on the chains: only the orderbook and the saved state know
 * of them.
 *
 * @throws `EVIDENCE_REQUIRED`, `UNVERIFIED`; `CLOCK_SKEWED` if no swap could be restored because of the clocks; viem's
 * errors when neither the orderbook nor the chains can be read; the user's refusal to sign.
 * @example
 * const swaps = await restoreSwaps(
 *   { secrets: walletSecrets(wallet), owner: wallet.account.address, accept: (order) => confirm(textOf(order)) },
 *   { client, save, network, evidence },
 * )
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

/** Names an order by both vaults, because the orderbook may list another destination for the same source. */
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

/** Whether an order has the fields that are needed here. A dishonest orderbook may list anything. */
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

/**
 * The state of a swap with this order; `undefined` if the order fails verification, so that the search goes on with
 * others.
 */
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
      startedAt: Math.floor(Date.parse(order.created_at) / 1000),
    }
    const commitmentHash = source.commitment_hash as Hex
    if (state.orderId !== null) verifyOrder(order, { ...state, commitmentHash }, network)
    return state
  } catch {
    return undefined
  }
}
