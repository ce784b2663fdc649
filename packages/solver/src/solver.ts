import { type AssetConfig, confirmationDepth, orderValueUsd } from '@tandem/contracts'
import {
  encodeCancel,
  encodeClaim,
  encodeCreateEscrowNative,
  encodeCreateEscrowSigned,
  hashSecret,
  hopBridgeAbi,
  nativeToken,
  predictVault,
  readVaultAtDepth,
} from '@tandem/escrow'
import { type Intent, type Order, type TandemClient, termsOf } from '@tandem/sdk'
import type { Logger } from '@tandem/service-kit'
import {
  type Address,
  BaseError,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  maxUint256,
  zeroAddress,
} from 'viem'
import type { SolverChain } from './chain/chain.ts'
import { readSecret } from './chain/read-secret.ts'
import type { Call, Sender } from './chain/sender.ts'
import { type Decision, decide, type Policy, type SideView } from './domain/decide.ts'

export interface SolverDeps {
  client: Pick<TandemClient, 'listOrders'>
  chains: ReadonlyMap<string, { chain: SolverChain; sender: Sender }>
  /** For what an order is worth: the more, the deeper its facts must stand. */
  assets: readonly AssetConfig[]
  policy: Pick<Policy, 'isPaused' | 'minMarginSecs'>
  logger: Logger
  /** Counts what was done, by action and outcome. */
  count: (action: string, outcome: 'done' | 'failed') => void
  /** Told what is held of a token, in base units, whenever it was read. */
  observeInventory: (chain: string, token: Address, held: bigint) => void
}

/** Orders looked at together: each asks its chains a dozen questions. */
const maxAtOnce = 50

/** Statuses in which the solver may have something to do. */
const openStatuses = [
  'source_initiated',
  'destination_initiated',
  'destination_claimed',
  'bridging',
  'bridge_failed',
  'refundable',
  'conflict',
]

/**
 * The reference market maker. It asks the orderbook which orders are open, and believes nothing else of it: addresses
 * are derived from terms, and everything that money depends on is read from the chains.
 */
export function makeSolver({ client, chains, assets, policy, logger, count, observeInventory }: SolverDeps) {
  /** Orders being worked on, and their work: one thing at a time for each. */
  const busy = new Map<string, Promise<void>>()

  /**
   * Goes through the open orders once and starts what there is to do. It does not wait for it: an order whose
   * transaction is slow to be mined must not keep the others from being claimed in time.
   */
  async function tick(): Promise<void> {
    for await (const order of openOrders(client)) {
      const { order_id: id } = order
      if (busy.has(id)) continue
      if (busy.size >= maxAtOnce) await Promise.race(busy.values())
      busy.set(
        id,
        handle(order)
          .catch((error: unknown) => void logger.warn('order.failed', { order_id: id, error: shortMessage(error) }))
          .finally(() => busy.delete(id)),
      )
    }
  }

  /** Resolves when all that was started has ended. */
  async function settled(): Promise<void> {
    await Promise.all(busy.values())
  }

  async function handle(order: Order): Promise<void> {
    const source = sideOf(order.source_intent)
    const destination = sideOf(order.destination_intent)
    if (source === undefined || destination === undefined) return
    const isOurs =
      isAddressEqual(destination.terms.creator, destination.chain.client.account.address) &&
      isAddressEqual(source.terms.recipient, source.chain.client.account.address)
    if (!isOurs) return

    const valueUsd = orderValueUsd(assets, order)
    const [sourceView, destinationView] = await Promise.all([
      readSide(source, valueUsd),
      readSide(destination, valueUsd),
    ])
    const secret = await secretOf(order, destination, destinationView.latest.state)
    const isMissing = destinationView.latest.state === 'missing'
    const inventory = isMissing ? await readInventory(destination) : 0n
    const isBridgeOpen = isMissing ? await readBridge(order, destination) : true
    const decision = decide(
      {
        source: sourceView,
        destination: destinationView,
        isSecretPublic: secret !== undefined,
        inventory,
        isBridgeOpen,
      },
      { ...policy, minFillWindowSecs: destination.chain.config.claim_safety_secs + 30 },
    )
    await carryOut(order, decision, { source, destination, secret })
  }

  type Side = NonNullable<ReturnType<typeof sideOf>>

  /** Terms, vault and chain of an intent; nothing when the chain is not ours or the address is not what the terms give. */
  function sideOf(intent: Intent) {
    const known = chains.get(intent.chain)
    if (known === undefined) return undefined
    const terms = termsOf(intent)
    const { registry, config } = known.chain
    const vault = predictVault({ registry, chainId: config.chain_id, terms })
    if (!isAddressEqual(vault, intent.swap_id as Address)) {
      logger.error('order.unverified', { swap_id: intent.swap_id, chain: intent.chain })
      return undefined
    }
    return { ...known, terms, vault }
  }

  async function readSide({ chain, terms, vault }: Side, valueUsd: number | undefined): Promise<SideView> {
    const depth = confirmationDepth(chain.config, valueUsd)
    return { terms, ...(await readVaultAtDepth(chain.client, { vault, terms, ...depth })) }
  }

  /** What we hold of the token that the destination pays out, in base units. */
  async function readInventory({ chain, terms }: Side): Promise<bigint> {
    const owner = chain.client.account.address
    const held =
      terms.token === nativeToken
        ? await chain.client.getBalance({ address: owner })
        : await chain.client.readContract({
            address: terms.token,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [owner],
          })
    observeInventory(chain.config.chain, terms.token, held)
    return held
  }

  /** Whether the bridge of a hop is the one that we know, and takes the tokens now; true on a direct order. */
  async function readBridge(order: Order, { chain, terms }: Side): Promise<boolean> {
    if (terms.hopBridge === zeroAddress) return true
    const { hop_bridge_address: known } = chain.config
    const { hop_dest_blockchain_id: destination } = order.destination_intent
    if (known === null || destination === null || !isAddressEqual(known as Address, terms.hopBridge)) return false
    return chain.client.readContract({
      address: terms.hopBridge,
      abi: hopBridgeAbi,
      functionName: 'isRouteOpen',
      args: [terms.token, destination as Hex],
    })
  }

  async function secretOf(order: Order, destination: Side, state: string): Promise<Hex | undefined> {
    const { commitment } = order.destination_intent
    const { commitmentHash, cancelAfter } = destination.terms
    if (commitment !== null && hashSecret(commitment as Hex) === commitmentHash) return commitment as Hex
    if (state !== 'claimed') return undefined
    const lookBackSecs =
      Math.max(0, Math.floor(Date.now() / 1000) - cancelAfter) + destination.chain.config.dest_cancel_after_secs
    const secret = await readSecret(destination.chain, destination.vault, lookBackSecs)
    return secret !== undefined && hashSecret(secret) === commitmentHash ? secret : undefined
  }

  async function carryOut(
    order: Order,
    decision: Decision,
    { source, destination, secret }: { source: Side; destination: Side; secret: Hex | undefined },
  ): Promise<void> {
    if (decision.do === 'wait' || decision.do === 'nothing') {
      logger.debug('order.idle', { order_id: order.order_id, reason: decision.reason })
      return
    }
    const [side, call] = await callFor(decision.do, source, destination, secret)
    try {
      const txHash = await side.sender.send(call)
      count(decision.do, 'done')
      logger.info(`order.${decision.do}`, {
        order_id: order.order_id,
        chain: side.chain.config.chain,
        swap_id: side.vault,
        tx_hash: txHash,
      })
    } catch (error) {
      count(decision.do, 'failed')
      throw error
    }
  }

  async function callFor(
    action: 'fund_destination' | 'claim_source' | 'cancel_destination',
    source: Side,
    destination: Side,
    secret: Hex | undefined,
  ): Promise<[Side, Call]> {
    if (action === 'cancel_destination') return [destination, { to: destination.vault, data: encodeCancel() }]
    if (action === 'claim_source') {
      if (secret === undefined) throw new Error('the secret is not public')
      return [source, { to: source.vault, data: encodeClaim(secret) }]
    }
    const { terms } = destination
    const { registry } = destination.chain
    if (terms.token === nativeToken)
      return [destination, { to: registry, data: encodeCreateEscrowNative(terms), value: terms.amount }]
    await allow(destination, terms.token, terms.amount)
    // We are the creator and send it ourselves, so no signature is needed.
    return [
      destination,
      { to: registry, data: encodeCreateEscrowSigned({ terms, deadline: 0, creatorSignature: '0x' }) },
    ]
  }

  /** One standing allowance per token: the registry spends it only for terms that we send or sign. */
  async function allow({ chain, sender }: Side, token: Address, amount: bigint): Promise<void> {
    const { client: wallet, registry } = chain
    const owner = wallet.account.address
    const allowance = await wallet.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [owner, registry],
    })
    if (allowance >= amount) return
    await sender.send({
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [registry, maxUint256] }),
    })
  }

  return { tick, settled }
}

/** Every open order, page by page, by cursor so that none is skipped while others move. */
async function* openOrders(client: SolverDeps['client']): AsyncGenerator<Order> {
  let cursor: string | undefined
  do {
    const page = await client.listOrders({
      status: openStatuses.join(','),
      limit: 100,
      ...(cursor === undefined ? {} : { cursor }),
    })
    yield* page.data
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** viem's full messages print the request, and a claim's request holds the secret. */
const shortMessage = (error: unknown): string => {
  if (error instanceof BaseError) return error.shortMessage
  return error instanceof Error ? error.message : 'unknown'
}
