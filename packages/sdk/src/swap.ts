import type { Address, Hex } from 'viem'
import { cancelSource, type Refunded } from './cancel.ts'
import { claimByWallet, requireRecipient } from './claim-by-wallet.ts'
import type { Claim, Order, OrderStatus } from './client/types.ts'
import { createOrder } from './create-order.ts'
import { ensureChain } from './ensure-chain.ts'
import { readClaimProgress, readEvidence, readHubEvidence, requireReveal } from './evidence/read-evidence.ts'
import { type Signer, signHop } from './hop.ts'
import { initiate } from './initiate/initiate.ts'
import type { Initiated, InitiationPath, StepOptions, Submitter } from './initiate/source-side.ts'
import { pinnedNetwork } from './pinned-network.ts'
import { reveal } from './reveal.ts'
import { newSecret } from './secret.ts'
import type { SwapOptions, SwapRequest, SwapState } from './swap-state.ts'
import { TandemError } from './tandem-error.ts'
import { chainOf, type KnownNetwork } from './verify-order.ts'
import { verifyQuote } from './verify-quote.ts'
import { verifySwap } from './verify-swap.ts'
import { type WaitOptions, waitFor } from './wait-for.ts'
import type { Wallet } from './wallet.ts'
import { watchClaim } from './watch-claim.ts'

const chainNameOf = (asset: string): string => asset.slice(0, asset.indexOf(':'))

/** Options of {@link Swap.claim}. */
export interface ClaimOptions extends StepOptions {
  /** Milliseconds between two attempts; 1,000 by default. */
  pollMs?: number
  /** Milliseconds until the last error is thrown; 600,000 by default. */
  timeoutMs?: number
  /** Of the recipient: a hop is claimed with its signature. */
  signer?: Signer
  /** Ends the wait with `ABORTED`. */
  signal?: AbortSignal
}

/** Options of {@link Swap.ensureClaimed}. */
export interface EnsureClaimedOptions extends StepOptions {
  patienceSecs?: number
  /** Milliseconds between two looks; 2,000 by default. */
  pollMs?: number
  /** Ends the watch with `ABORTED`. */
  signal?: AbortSignal
}

/**
 * One swap, from quote to completion. Every step can be repeated after a failure or a restart: nothing is made twice.
 *
 * @example
 * const swap = await Swap.start(request, { client, save, network, evidence })
 * await swap.initiate('permit', wallet, { by: 'relayer', client })
 * await swap.waitFor(['destination_initiated'])
 * await swap.claim()
 * await swap.waitFor(['completed'])
 */
export class Swap {
  readonly #options: SwapOptions
  readonly #network: KnownNetwork
  #state: SwapState
  #order: Order

  private constructor(options: SwapOptions, state: SwapState, order: Order, network: KnownNetwork) {
    this.#options = options
    this.#network = network
    this.#state = state
    this.#order = order
  }

  /**
   * Gets a quote, makes a secret, saves both, and makes the order from them.
   *
   * @throws TandemError of the services; `EVIDENCE_REQUIRED` without a pinned network; `UNVERIFIED` when the quote or the
   * order is not what was asked for, `QUOTE_UNACCEPTABLE` when it is worse than the request allows.
   */
  static async start(request: SwapRequest, options: SwapOptions): Promise<Swap> {
    const network = await pinnedNetwork(options)
    const { userId, sourceAddress, destinationAddress, sourceAmount, destinationAmount } = request
    const quote = await options.client.createQuote({
      source_asset: request.sourceAsset,
      destination_asset: request.destinationAsset,
      ...(sourceAmount === undefined ? {} : { source_amount: String(sourceAmount) }),
      ...(destinationAmount === undefined ? {} : { destination_amount: String(destinationAmount) }),
    })
    verifyQuote(quote, request)
    const startedAtMs = Date.now()
    const source = chainOf(network, chainNameOf(request.sourceAsset))
    const made = await options.secrets?.make({ chainId: source.chain_id, owner: sourceAddress, startedAtMs })
    const state: SwapState = {
      secret: made?.secret ?? newSecret(),
      secretOrigin: made?.origin ?? 'stored',
      userId,
      sourceAddress,
      destinationAddress,
      quote,
      orderId: null,
      startedAt: Math.floor(startedAtMs / 1000),
    }
    await options.save(state)
    return Swap.resume(state, options)
  }

  /**
   * Goes on with a saved swap. Where the order was not known to be made, it is made now, or found by its commitment
   * hash if the first answer was lost.
   *
   * @throws TandemError of the services; `EVIDENCE_REQUIRED`, `UNVERIFIED`.
   */
  static async resume(state: SwapState, options: SwapOptions): Promise<Swap> {
    const network = await pinnedNetwork(options)
    const order =
      state.orderId === null ? await createOrder(state, options) : await options.client.getOrder(state.orderId)
    verifySwap(order, state, network)
    if (state.orderId !== null && state.vaults !== undefined) return new Swap(options, state, order, network)
    const { source_intent: source, destination_intent: destination } = order
    const vaults = { source: source.swap_id as Address, destination: destination.swap_id as Address }
    const complete = { ...state, orderId: order.order_id, vaults }
    await options.save(complete)
    return new Swap(options, complete, order, network)
  }

  /** The order as last read, and verified. */
  get order(): Order {
    return this.#order
  }

  /** What was saved last. It holds the secret. */
  get state(): SwapState {
    return this.#state
  }

  /**
   * Reads the order again.
   *
   * @throws TandemError `UNVERIFIED` when the orderbook answers with another order than the one that was verified.
   */
  async refresh(): Promise<Order> {
    const order = await this.#options.client.getOrder(this.#order.order_id)
    verifySwap(order, this.#state, this.#network)
    this.#order = order
    return order
  }

  /**
   * Brings the source escrow on chain. Money moves here, once: what is on chain already is not sent again.
   *
   * @throws TandemError `WRONG_CHAIN` (nothing was signed or sent), `UNSUPPORTED_INITIATION`, `NOT_ON_CHAIN`; the
   * services' and viem's errors.
   */
  initiate(path: InitiationPath, wallet: Wallet, submitter: Submitter, options: StepOptions = {}): Promise<Initiated> {
    const chain = chainOf(this.#network, this.#order.source_intent.chain)
    return initiate(this.#order, path, { ...options, wallet, submitter, chain })
  }

  /**
   * Hands the secret to the relayer, once both chains show, over the application's own endpoints, that it is safe to.
   * What may pass by itself is waited for. Once accepted, the same call returns the same claim.
   *
   * @throws TandemError `EVIDENCE_REQUIRED` without endpoints; `EVIDENCE_UNAVAILABLE`, `DESTINATION_NOT_INITIATED`,
   * `TOO_LATE`, `VAULT_MISMATCH` and the like when the chains do not show it; `HOP_REQUIRED` on a hop without a signer;
   * the relayer's refusals.
   */
  async claim({ pollMs = 1000, timeoutMs = 600_000, signer, switchChain, signal }: ClaimOptions = {}): Promise<Claim> {
    const hop = await this.#hopPayload(signer, switchChain)
    const body = {
      order_id: this.#order.order_id,
      secret: this.#state.secret,
      // The escrow that was verified: the relayer refuses to claim any other.
      swap_id: this.#order.destination_intent.swap_id,
      ...hop,
    }
    const { client } = this.#options
    return reveal(body, { client, judge: () => this.#judge(), pollMs, timeoutMs, signal })
  }

  /** @throws TandemError as long as the chains do not show that the secret may leave. */
  async #judge(): Promise<void> {
    const { evidence, dangerouslyTrustServers } = this.#options
    if (evidence === undefined && dangerouslyTrustServers === true) return
    requireReveal(await readEvidence(this.#order, this.#network, evidence))
  }

  async #hopPayload(signer: Signer | undefined, switchChain: StepOptions['switchChain']) {
    if (!this.#order.destination_intent.l1_hop) return {}
    if (signer === undefined)
      throw new TandemError('HOP_REQUIRED', 'the order is a hop: give the signer of its recipient, or use claimOnHub')
    const { chains } = this.#network
    return {
      hop: await signHop(this.#order, signer, { chains, ...(switchChain === undefined ? {} : { switchChain }) }),
    }
  }

  /**
   * Claims the destination without the relayer and, on a hop, without the bridge: for a relayer that does nothing, a
   * route that was closed, or a recipient that can send transactions and not sign messages. The tokens are paid on the
   * escrow's own chain.
   *
   * @param wallet of the recipient, on the chain of the destination escrow. Its endpoint is the evidence where the
   * application named no others of that chain.
   * @param options.to the payee; the recipient by default.
   * @param options.isSecretPublic the secret has left already (a claim was sent): then it is pursued to the end.
   * @returns the transaction, or `null` when the escrow is settled already.
   * @throws TandemError `NOT_THE_RECIPIENT`, `WRONG_CHAIN`, `DESTINATION_NOT_INITIATED`, `TOO_LATE`, `NOT_ON_CHAIN`;
   * viem's errors.
   */
  async claimOnHub(
    wallet: Wallet,
    {
      to = wallet.account.address,
      isSecretPublic = false,
      ...options
    }: StepOptions & { to?: Address; isSecretPublic?: boolean } = {},
  ): Promise<Hex | null> {
    const { destination_intent: destination } = this.#order
    requireRecipient(wallet, destination.recipient as Address)
    const chain = chainOf(this.#network, destination.chain)
    if (!isSecretPublic) {
      const { evidence } = this.#options
      const endpoints = { [chain.chain]: [wallet], ...evidence?.endpoints }
      await ensureChain(wallet, chain, options.switchChain)
      requireReveal(await readHubEvidence(this.#order, this.#network, { ...evidence, endpoints }))
    }
    return claimByWallet(this.#order, this.#state.secret, { ...options, wallet, chain, to })
  }

  /**
   * Watches the destination after {@link Swap.claim}, over the application's own endpoints, and claims it by the
   * recipient's own transaction when the relayer has not done so with half of the time gone. A relayer that keeps the
   * secret, in league with the market maker, gains nothing then. The wallet needs gas on the destination chain.
   *
   * @param wallet of the recipient, on the chain of the destination escrow.
   * @param options.patienceSecs with less time left than this the wallet claims; by default half of what is left at the
   * first look.
   * @returns the recipient's own transaction, or `null` when the relayer claimed.
   * @throws TandemError `WRONG_CHAIN`, `NOT_ON_CHAIN`, `ABORTED`; viem's errors.
   */
  async ensureClaimed(
    wallet: Wallet,
    { patienceSecs, pollMs = 2000, signal, switchChain }: EnsureClaimedOptions = {},
  ): Promise<Hex | null> {
    const look = () => this.#lookAtDestination(wallet)
    const first = await look()
    if (first.isClaimed) return null
    return watchClaim({
      read: look,
      claimByWallet: () =>
        this.claimOnHub(wallet, { isSecretPublic: true, ...(switchChain === undefined ? {} : { switchChain }) }),
      patienceSecs: patienceSecs ?? Math.floor(first.secsLeft / 2),
      pollMs,
      signal,
    })
  }

  async #lookAtDestination(wallet: Wallet): Promise<{ isClaimed: boolean; secsLeft: number }> {
    const { destination_intent: destination } = this.#order
    const { evidence } = this.#options
    const endpoints = { [destination.chain]: [wallet], ...evidence?.endpoints }
    return readClaimProgress(destination, this.#network, { ...evidence, endpoints })
  }

  /**
   * Takes the source amount back when the swap came to nothing: from the escrow once `cancel_after` has passed, or at
   * any time from a vault that was funded and never created.
   *
   * @returns the transaction, or `null` when there is nothing to take back.
   * @throws TandemError `WRONG_CHAIN` (nothing was sent), `NOT_CANCELLABLE_YET`, `NOT_ON_CHAIN`; viem's errors.
   */
  async cancel(wallet: Wallet, options: StepOptions = {}): Promise<Hex | null> {
    return (await this.refund(wallet, options)).txHash
  }

  /** Like {@link Swap.cancel}, and says what the chain shows afterwards. */
  refund(wallet: Wallet, options: StepOptions = {}): Promise<Refunded> {
    const chain = chainOf(this.#network, this.#order.source_intent.chain)
    return cancelSource(this.#order, { ...options, wallet, chain })
  }

  /**
   * Polls until the order has one of these statuses.
   *
   * @throws TandemError `TIMEOUT`, `ABORTED`; `ORDER_FINAL` when the order ends in another status.
   */
  waitFor(statuses: readonly OrderStatus[], options: WaitOptions = {}): Promise<Order> {
    return waitFor(statuses, { ...options, refresh: () => this.refresh(), last: this.#order })
  }
}
