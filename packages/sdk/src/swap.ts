import { hashSecret } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { cancelSource } from './cancel.ts'
import type { Claim, Order, OrderStatus, Quote, TandemClient } from './client.ts'
import { claimOnHub, type Signer, signHop } from './hop.ts'
import { type Initiated, type InitiationPath, initiate, type Submitter } from './initiate.ts'
import { newSecret } from './secret.ts'
import { TandemError } from './tandem-error.ts'
import { type VerifiedAsset, type VerifiedChain, verifyOrder } from './verify-order.ts'
import type { Wallet } from './wallet.ts'

/**
 * All that must survive a restart of the application. It holds the secret: keep it where you would keep a key, and keep
 * it before money moves. Amounts are decimal strings, so it is plain JSON.
 */
export interface SwapState {
  secret: Hex
  userId: string
  sourceAddress: Address
  destinationAddress: Address
  quote: Pick<Quote, 'quote_id' | 'source' | 'destination' | 'route_type' | 'hop_relayer_fee' | 'expires_at'>
  /** `null` until the order was made. */
  orderId: string | null
}

export interface SwapOptions {
  client: TandemClient
  /** Called with every change, before anything depends on it; the swap goes on when it has resolved. */
  save: (state: SwapState) => Promise<void> | void
  /** Registries that the application knows. By default those that the orderbook names. */
  chains?: readonly VerifiedChain[]
  /** Tokens that the application knows. By default those that the orderbook names. */
  assets?: readonly VerifiedAsset[]
}

export interface SwapRequest {
  userId: string
  sourceAsset: string
  destinationAsset: string
  /** Base units of the source asset. */
  sourceAmount: bigint
  /** The user on the source chain: funds the escrow, and is repaid if it is cancelled. */
  sourceAddress: Address
  /**
   * The user on the destination chain: is paid. On a hop the same address is paid on the final chain, and signs for it
   * on the hub chain.
   */
  destinationAddress: Address
}

/** An order in one of these goes no further by itself. */
const finalStatuses: readonly OrderStatus[] = ['completed', 'cancelled', 'expired', 'conflict']

/**
 * One swap, from quote to completion. Every step can be repeated after a failure or a restart: nothing is made twice.
 *
 * @example
 * const swap = await Swap.start(request, { client, save })
 * await swap.initiate('permit', wallet, { by: 'relayer', client })
 * await swap.waitFor(['destination_initiated'])
 * await swap.claim()
 * await swap.waitFor(['completed'])
 */
export class Swap {
  readonly #options: SwapOptions
  #state: SwapState
  #order: Order
  readonly #chains: readonly VerifiedChain[]
  /** The destination vault as it was verified. An order that is read again later may name another one. */
  readonly #verifiedVault: string

  private constructor(options: SwapOptions, state: SwapState, order: Order, chains: readonly VerifiedChain[]) {
    this.#options = options
    this.#chains = chains
    this.#state = state
    this.#order = order
    this.#verifiedVault = order.destination_intent.swap_id
  }

  /**
   * Gets a quote, makes a secret, saves both, and makes the order from them.
   *
   * @throws TandemError of the services, and `UNVERIFIED` when the order is not what was asked for.
   */
  static async start(request: SwapRequest, options: SwapOptions): Promise<Swap> {
    const quote = await options.client.createQuote({
      source_asset: request.sourceAsset,
      destination_asset: request.destinationAsset,
      source_amount: String(request.sourceAmount),
    })
    const { userId, sourceAddress, destinationAddress } = request
    const state: SwapState = { secret: newSecret(), userId, sourceAddress, destinationAddress, quote, orderId: null }
    await options.save(state)
    return Swap.resume(state, options)
  }

  /**
   * Goes on with a saved swap. Where the order was not known to be made, it is made now, or found by its commitment
   * hash if the first answer was lost.
   */
  static async resume(state: SwapState, options: SwapOptions): Promise<Swap> {
    const order =
      state.orderId === null ? await Swap.#createOrder(state, options) : await options.client.getOrder(state.orderId)
    const [chains, assets] = await Promise.all([
      options.chains ?? options.client.listChains(),
      options.assets ?? options.client.listAssets(),
    ])
    verifyOrder(order, { ...state, commitmentHash: hashSecret(state.secret) }, { chains, assets })
    const complete = { ...state, orderId: order.order_id }
    if (state.orderId === null) await options.save(complete)
    return new Swap(options, complete, order, chains)
  }

  static async #createOrder(state: SwapState, { client }: SwapOptions): Promise<Order> {
    const commitmentHash = hashSecret(state.secret)
    const { data } = await client.listOrders({ commitment_hash: commitmentHash })
    const existing = data[0]
    if (existing !== undefined) return existing
    const { quote } = state
    return client.createOrder(
      {
        user_id: state.userId,
        quote_id: quote.quote_id,
        source: { ...quote.source, recipient: state.sourceAddress },
        destination: { ...quote.destination, recipient: state.destinationAddress },
        commitment_hash: commitmentHash,
      },
      // One key per commitment: a retry after a lost answer replays the first answer.
      `order-${commitmentHash.slice(2)}`,
    )
  }

  /** The order as last read. */
  get order(): Order {
    return this.#order
  }

  /** What was saved last. It holds the secret. */
  get state(): SwapState {
    return this.#state
  }

  /** Reads the order again. */
  async refresh(): Promise<Order> {
    this.#order = await this.#options.client.getOrder(this.#order.order_id)
    return this.#order
  }

  /** Brings the source escrow on chain. Money moves here, once: what is on chain already is not sent again. */
  initiate(path: InitiationPath, wallet: Wallet, submitter: Submitter): Promise<Initiated> {
    return initiate(this.#order, path, wallet, submitter)
  }

  /**
   * Hands the secret to the relayer. The relayer refuses while it is not safe to reveal; this waits and tries again
   * until the destination's time is nearly over. Once accepted, the same call returns the same claim.
   *
   * @param options.signer of the recipient: a hop is claimed with its signature.
   * @throws TandemError when the relayer refuses for good; `HOP_REQUIRED` on a hop without a signer.
   */
  async claim({
    pollMs = 1000,
    timeoutMs = 600_000,
    signer,
  }: {
    pollMs?: number
    timeoutMs?: number
    signer?: Signer
  } = {}): Promise<Claim> {
    const until = Date.now() + timeoutMs
    const body = {
      order_id: this.#order.order_id,
      secret: this.#state.secret,
      swap_id: this.#verifiedVault,
      ...(await this.#hopPayload(signer)),
    }
    for (;;) {
      try {
        return await this.#options.client.createClaim(body)
      } catch (error) {
        const isWaiting = error instanceof TandemError && error.retryable
        if (!isWaiting || Date.now() + pollMs > until) throw error
      }
      await sleep(pollMs)
    }
  }

  async #hopPayload(signer: Signer | undefined) {
    if (!this.#order.destination_intent.l1_hop) return {}
    if (signer === undefined)
      throw new TandemError('HOP_REQUIRED', 'the order is a hop: give the signer of its recipient, or use claimOnHub')
    return { hop: await signHop(this.#order, signer, this.#chains) }
  }

  /**
   * Claims the destination without the relayer and, on a hop, without the bridge: for a route that was closed, or a
   * recipient that can send transactions and not sign messages. The tokens are paid on the escrow's own chain.
   *
   * @param wallet of the recipient, on the chain of the destination escrow.
   * @param options.to who is paid; the recipient by default.
   * @param options.isSecretPublic the secret has left already (a claim was sent): then it is pursued to the end.
   * @returns the transaction, or `null` when the escrow is settled already.
   * @throws TandemError `NOT_THE_RECIPIENT`, `DESTINATION_NOT_INITIATED`, `TOO_LATE`; viem's errors.
   */
  async claimOnHub(
    wallet: Wallet,
    { to = wallet.account.address, isSecretPublic = false }: { to?: Address; isSecretPublic?: boolean } = {},
  ): Promise<Hex | null> {
    const { chain: name } = this.#order.destination_intent
    const chain = (await this.#options.client.listChains()).find((one) => one.chain === name)
    if (chain === undefined) throw new TandemError('UNVERIFIED', `the orderbook does not list ${name}`)
    // As deep as the largest order needs: this is rare, and a secret is not taken back.
    const confirmations = Math.max(chain.confirmations, ...chain.confirmation_steps.map((step) => step.confirmations))
    const tag = chain.finality_tag
    const guard = { confirmations, tag, safetySecs: chain.claim_safety_secs, isSecretPublic }
    return claimOnHub(this.#order, this.#state.secret, { wallet, to, guard })
  }

  /**
   * Takes the source amount back when the swap came to nothing: from the escrow once `cancel_after` has passed, or at
   * any time from a vault that was funded and never created.
   *
   * @returns the transaction, or `null` when there is nothing to take back.
   * @throws TandemError `NOT_CANCELLABLE_YET`; viem's errors.
   */
  cancel(wallet: Wallet): Promise<Hex | null> {
    return cancelSource(this.#order, wallet)
  }

  /**
   * Polls until the order has one of these statuses.
   *
   * @param options.onChange is told of every status that is new since the order was last read.
   * @throws TandemError `TIMEOUT`; or `ORDER_FINAL` when the order ends in another status.
   */
  async waitFor(
    statuses: readonly OrderStatus[],
    {
      pollMs = 500,
      timeoutMs = 600_000,
      onChange,
    }: { pollMs?: number; timeoutMs?: number; onChange?: (order: Order) => void } = {},
  ): Promise<Order> {
    const until = Date.now() + timeoutMs
    let last: OrderStatus = this.#order.status
    for (;;) {
      // One failed read says nothing about the order: the next one may succeed.
      const order = await this.refresh().catch((error: unknown) => {
        if (error instanceof TandemError && error.retryable) return this.#order
        throw error
      })
      if (order.status !== last) onChange?.(order)
      last = order.status
      if (statuses.includes(order.status)) return order
      if (finalStatuses.includes(order.status)) {
        throw new TandemError('ORDER_FINAL', `the order is ${order.status}; waited for ${statuses.join(' or ')}`)
      }
      if (Date.now() > until)
        throw new TandemError('TIMEOUT', `the order is still ${order.status} after ${timeoutMs} ms`, {
          retryable: true,
        })
      await sleep(pollMs)
    }
  }
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
