import type { InitiationPath } from '@tandem/contracts/rules'
import type { Address, Hex } from 'viem'
import { reveal } from './claim/reveal.ts'
import { type EnsureClaimedOptions, OwnClaim, watchClaim } from './claim/watch-claim.ts'
import type { Claim, Explanation, HopPayload, Order, OrderStatus } from './client/types.ts'
import { createOrder } from './create-order.ts'
import { type EvidenceOptions, evidenceOf } from './evidence/evidence-options.ts'
import { readIsDelivered } from './evidence/read-delivery.ts'
import { readEnd } from './evidence/read-end.ts'
import { type ClaimProgress, readClaimProgress, readEvidence, requireReveal } from './evidence/read-evidence.ts'
import { type Refunded, readIsRefundConfirmed, requireConfirmed } from './evidence/read-is-refund-confirmed.ts'
import type { ScannedBlocks } from './evidence/read-is-secret-public.ts'
import { type Signer, signHop } from './hops/hop.ts'
import { type KeptSignature, keptSignature, neverExpires } from './initiate/kept-signature.ts'
import type { Initiated, SignalledStep, StepOptions, Submitter } from './initiate/source-side.ts'
import { chainOf, chainOfAsset, type KnownNetwork, worthOf } from './known-network.ts'
import type { RunResult } from './run/run-end.ts'
import type { RunOptions } from './run/run-options.ts'
import { newSecret, ownStartTime } from './secrets/new-secret.ts'
import type { CancelConsent } from './settle/cancel.ts'
import { throwIfAborted } from './sleep.ts'
import { pinnedNetwork, type SwapOptions, type SwapRequest, type SwapState } from './swap-state.ts'
import { asRetryable, notLoaded, TandemError } from './tandem-error.ts'
import { type WaitOptions, waitFor } from './track/wait-for.ts'
import { escrowOf } from './verify/verify-order.ts'
import { limitsOf, verifyQuote } from './verify/verify-quote.ts'
import { mergeAnswer, verifySwap } from './verify/verify-swap.ts'
import { atOnce, ensureChain, requireRecipient, type Wallet } from './wallet/wallet.ts'

export interface ClaimOptions extends SignalledStep {
  /** Milliseconds between two tries; 1,000 by default. */
  pollMs?: number
  /** Milliseconds until the wait ends with the last error; 600,000 by default. */
  timeoutMs?: number
  signer?: Signer | undefined
  /** True: the secret is public, so the relayer gets it again, however little time is left. */
  isSecretPublic?: boolean
  /**
   * True: hands the secret over now, whatever the chains show. The relayer keeps it until revealing is safe, and the
   * application may end. Whoever runs the relayer could, together with the market maker, take what the user pays and
   * give nothing.
   */
  wait?: boolean
}

/**
 * A swap, from its quote to its end. Every step can be repeated: nothing is done twice.
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
  #hop: HopPayload | undefined
  readonly #signature: KeptSignature
  readonly #own = new OwnClaim()
  #saved: Promise<void> = Promise.resolve()
  /** Blocks that were searched and do not show the secret. */
  readonly #scanned: ScannedBlocks = new Map()
  /**
   * Set while the orderbook refuses the order or answers with another one. No secret then leaves for the first time.
   */
  #doubt: TandemError | undefined

  private constructor(options: SwapOptions, state: SwapState, order: Order, network: KnownNetwork) {
    this.#options = options
    this.#network = network
    this.#state = state
    this.#order = order
    this.#signature = keptSignature({ unsent: state.unsent, keep: (unsent) => this.#note({ unsent }) })
  }

  /**
   * Starts a swap: asks for a quote, makes a secret, saves both, and then makes the order. Before that, the
   * application's endpoints are asked what would stop the swap.
   *
   * @throws TandemError of the services; `EVIDENCE_REQUIRED`, `UNVERIFIED`, `QUOTE_UNACCEPTABLE`, `LIMIT_REQUIRED`;
   * `CLOCK_SKEWED`, `INSUFFICIENT_TOKENS`, `RECIPIENT_NOT_DEPLOYED`, `RECIPIENT_REFUSES`: nothing was asked of the
   * wallet.
   */
  static async start(request: SwapRequest, options: SwapOptions): Promise<Swap> {
    limitsOf(request)
    const network = await pinnedNetwork(options)
    const { userId, sourceAddress, destinationAddress, sourceAmount, destinationAmount } = request
    const quote = await options.client.createQuote({
      source_asset: request.sourceAsset,
      destination_asset: request.destinationAsset,
      ...(sourceAmount === undefined ? {} : { source_amount: String(sourceAmount) }),
      ...(destinationAmount === undefined ? {} : { destination_amount: String(destinationAmount) }),
    })
    verifyQuote(quote, request)
    if (options.evidence !== undefined) {
      const { requireStartable } = await import('./preflight/require-startable.ts').catch(notLoaded)
      await requireStartable(request, { quote, network, ...options })
    }
    const startedAtMs = ownStartTime()
    const source = chainOf(network, chainOfAsset(request.sourceAsset))
    const worthUsd = worthOf({ source_intent: quote.source, destination_intent: quote.destination }, network)
    const asked = { chainId: source.chain_id, owner: sourceAddress, startedAtMs, worthUsd }
    const made = await options.secrets?.make(asked)
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
   * Goes on with a saved swap. When the orderbook gives no good answer, the saved order counts, and {@link Swap.claim}
   * sends no secret for the first time.
   *
   * @throws TandemError of the services, when no order was saved; `EVIDENCE_REQUIRED`, `UNVERIFIED`.
   */
  static async resume(state: SwapState, options: SwapOptions): Promise<Swap> {
    const network = await pinnedNetwork(options)
    const saved = verifiedOrderOf(state, network)
    if (saved !== undefined) {
      const swap = new Swap(options, state, saved, network)
      await swap.refresh().catch((error: unknown) => {
        if (!(error instanceof TandemError)) throw error
        if (!error.retryable) swap.#doubt = error
      })
      return swap
    }
    const { orderId } = state
    const order = orderId === null ? await createOrder(state, options) : await options.client.getOrder(orderId)
    verifySwap(order, state, network)
    const { source_intent: source, destination_intent: destination } = order
    const vaults = { source: source.swap_id as Address, destination: destination.swap_id as Address }
    const complete = { ...state, orderId: order.order_id, vaults, order }
    await options.save(complete)
    return new Swap(options, complete, order, network)
  }

  /**
   * Makes a swap of what `restoreSwaps` has found. A swap that only the chains know is not saved, because it can be
   * found again.
   */
  static async restored(
    { state, order }: { state: SwapState; order: Order },
    options: SwapOptions,
    network: KnownNetwork,
  ): Promise<Swap> {
    if (state.orderId !== null) await options.save(state)
    return new Swap(options, state, order, network)
  }

  get order(): Order {
    return this.#order
  }

  /** The state to save. It holds the secret, so keep it like a key. */
  get state(): SwapState {
    return this.#state
  }

  /** True when no orderbook knows the order. */
  get isChainOnly(): boolean {
    return this.#state.orderId === null
  }

  /** True once the secret was sent, is about to be, or was shown by a chain. */
  get isSecretOut(): boolean {
    return this.#state.secretLeft === true
  }

  /** True while the relayer keeps the secret, and no chain has shown that revealing is safe. */
  get claimWaits(): boolean {
    return this.#state.claimWaits === true
  }

  /** Until when something may still pay the source, in unix seconds; 0 for never. */
  get fundableUntil(): number {
    return this.#state.fundableUntil ?? 0
  }

  /** False only for a swap that the chains alone know, and whose destination they do not show. */
  get hasDestination(): boolean {
    return this.#order.destination_intent.chain !== ''
  }

  /** Milliseconds between two blocks of the destination's chain; 0 when that is not pinned. */
  get blockTimeMs(): number {
    return chainOf(this.#network, this.#order.destination_intent.chain).block_time_ms ?? 0
  }

  canAskDestination(wallet?: Wallet): boolean {
    if (!this.hasDestination) return false
    const named = this.#options.evidence?.endpoints[this.#order.destination_intent.chain] ?? []
    return wallet !== undefined || named.length > 0
  }

  /**
   * Whether the newest block shows the destination's claim.
   *
   * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
   */
  async isClaimed(wallet?: Wallet): Promise<boolean> {
    return (await this.claimProgress(wallet, false)).isClaimed
  }

  /**
   * Reads how far the destination's claim is, in the newest block and at depth.
   *
   * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
   */
  claimProgress(wallet?: Wallet, isAtDepth = true): Promise<ClaimProgress> {
    const asked = { side: 'destination_intent', isAtDepth } as const
    return readClaimProgress(this.#order, asked, this.#network, this.#evidenceWith(wallet))
  }

  /**
   * Whether the chains show a part of the end: `source_claim` in the newest block; `delivery` at depth, or paid on the
   * hub.
   *
   * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
   */
  async shows(part: 'source_claim' | 'delivery', wallet?: Wallet): Promise<boolean> {
    const [order, network] = [this.#order, this.#network]
    if (part === 'delivery') return readIsDelivered(order, network, this.#evidenceWith(wallet))
    return (await readClaimProgress(order, { side: 'source_intent' }, network, this.#options.evidence)).isClaimed
  }

  /**
   * Whether the application's endpoints confirm what the wallet's shows of the source. Once the secret is out, a
   * missing escrow only counts at depth, after its time.
   *
   * @throws `EVIDENCE_UNAVAILABLE`.
   */
  async confirms(shown: Refunded['shown']): Promise<boolean> {
    const [order, network, { evidence }] = [this.#order, this.#network, this.#options]
    if (shown === 'nothing' && this.isSecretOut)
      return (await readEnd({ ...this.#state, order }, network, evidence)) !== undefined
    return readIsRefundConfirmed(order, shown, network, evidence)
  }

  /**
   * What the orderbook says of the order, for a person to read. No money depends on it.
   *
   * @returns `undefined` when the orderbook does not answer, or does not know the swap.
   */
  async explain(signal?: AbortSignal): Promise<Explanation | undefined> {
    if (this.isChainOnly) return undefined
    const { client } = this.#options
    return client.explainOrder(this.#order.order_id, signal && { signal }).catch(() => undefined)
  }

  /** Why the relayer has not brought the source on chain yet; `undefined` when it does not answer, or has no reason. */
  async initiationReason(signal?: AbortSignal): Promise<string | undefined> {
    const { client } = this.#options
    const [initiation] = await client.listInitiations(this.#order.order_id, signal && { signal }).catch(() => [])
    const message: unknown = initiation?.reason?.message
    return typeof message === 'string' ? message.slice(0, 200) : undefined
  }

  /**
   * Reads the order again. Its terms stay as they were verified first.
   *
   * @throws `UNVERIFIED` for another order; retryable once the secret has left.
   */
  async refresh(): Promise<Order> {
    if (this.isChainOnly) throw new TandemError('NETWORK', 'no orderbook knows the swap', { retryable: true })
    try {
      const answer = await this.#options.client.getOrder(this.#order.order_id)
      verifySwap(answer, this.#state, this.#network)
      this.#order = mergeAnswer(this.#order, answer)
    } catch (error) {
      throw this.isSecretOut ? asRetryable(error) : error
    }
    this.#doubt = undefined
    return this.#order
  }

  /**
   * Pays for the source escrow. It can be repeated, because what is on chain is not sent again.
   *
   * @param options.signal ends the step: nothing new is signed or sent.
   * @throws `WRONG_CHAIN`, `ORDER_EXPIRED`, `TOO_LATE` (nothing was signed or sent), `UNSUPPORTED_INITIATION`,
   * `NOT_ON_CHAIN`, `STILL_PAYABLE` (an earlier signature by another path can still pay); the services' and viem's
   * errors.
   */
  initiate(
    path: InitiationPath,
    wallet: Wallet,
    submitter: Submitter,
    options: SignalledStep = {},
  ): Promise<Initiated> {
    const chain = chainOf(this.#network, this.#order.source_intent.chain)
    const destination = chainOf(this.#network, this.#order.destination_intent.chain)
    const valueUsd = worthOf(this.#order, this.#network)
    const { inTurn = atOnce, signal } = options
    const onFunding = async (until: number) => {
      if (until > 0) throwIfAborted(signal)
      const was = this.fundableUntil
      const fundableUntil = until > 0 ? Math.max(was, until) : was === neverExpires ? 0 : was
      const fundablePath = until > 0 && until < neverExpires ? path : this.#state.fundablePath
      if (fundableUntil !== was) await this.#save({ fundableUntil, ...(fundablePath && { fundablePath }) })
    }
    const { fundablePath, fundableUntil: until = 0 } = this.#state
    const earlier = fundablePath && until < neverExpires ? { path: fundablePath, until } : undefined
    const { asset } = this.#order.source_intent
    const decimals = this.#network.assets.find((one) => one.asset === asset)?.decimals
    const given = {
      ...options,
      chain,
      destination,
      valueUsd,
      decimals,
      wallet,
      submitter,
      signature: this.#signature,
      onFunding,
      earlier,
    }
    return inTurn(async () => {
      const { initiate } = await import('./initiate/initiate.ts').catch(notLoaded)
      return initiate(this.#order, path, { ...given, isUnderWay: this.fundableUntil > Date.now() / 1000 })
    })
  }

  /**
   * Hands the secret to the relayer: once both chains show that this is safe, or, with `wait`, at once. Conditions that
   * may pass are waited for. After an error with `state.secretLeft`, `ensureClaimed` or `run` must follow.
   *
   * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`, `DESTINATION_NOT_INITIATED`, `TOO_LATE`, `VAULT_MISMATCH` and
   * similar codes; `HOP_REQUIRED`, `NOT_THE_RECIPIENT` (nothing was revealed); the services' refusals.
   */
  async claim({
    pollMs = 1000,
    timeoutMs = 600_000,
    signer,
    isSecretPublic = false,
    wait = false,
    signal,
    ...step
  }: ClaimOptions = {}): Promise<Claim> {
    if (this.#doubt !== undefined && !this.isSecretOut) throw this.#doubt
    const hop = await this.#hopPayload(signer, step)
    const body = {
      order_id: this.#order.order_id,
      secret: this.#state.secret,
      swap_id: escrowOf(this.#order.destination_intent).vault,
      ...hop,
      ...(wait && { wait }),
    }
    const { client } = this.#options
    const onLeaving = () => this.#saveSecretLeft(wait)
    try {
      return await reveal(body, {
        ...{ client, onLeaving, pollMs, timeoutMs, signal, isSecretOut: this.isSecretOut },
        requireSafe: async (isSecretOut) => isSecretPublic || wait || this.#requireSafe(isSecretOut),
        cancelAfter: this.#order.destination_intent.cancel_after,
      })
    } catch (error) {
      // Signed again next time, because a wallet can sign with another account than it names.
      if (!(error instanceof TandemError && error.retryable)) this.#hop = undefined
      throw error
    }
  }

  async #saveSecretLeft(claimWaits = false): Promise<void> {
    if (!this.isSecretOut) await this.#save({ secretLeft: true, ...(claimWaits && { claimWaits }) })
    else if (this.claimWaits && !claimWaits) await this.#save({ claimWaits })
  }

  /** Saves one change after the other, because two at once would undo each other. */
  #save(change: Partial<SwapState>): Promise<void> {
    const saving = this.#saved.then(async () => {
      const state = { ...this.#state, ...change }
      // A swap that only the chains know is not saved: it can be restored again.
      if (!this.isChainOnly) await this.#options.save(state)
      this.#state = state
    })
    this.#saved = saving.catch(() => undefined)
    return saving
  }

  async #note(change: Partial<SwapState>): Promise<void> {
    await this.#save(change).catch(() => {
      this.#state = { ...this.#state, ...change }
    })
  }

  /** @throws TandemError as long as the secret must stay. */
  async #requireSafe(isSecretOut: boolean): Promise<void> {
    const { evidence, dangerouslyTrustServers } = this.#options
    if (evidence === undefined && dangerouslyTrustServers === true) return
    requireReveal(await readEvidence(this.#order, this.#network, evidence), isSecretOut)
  }

  async #hopPayload(signer: Signer | undefined, { inTurn = atOnce, ...options }: StepOptions) {
    if (!this.#order.destination_intent.l1_hop) return {}
    if (signer === undefined)
      throw new TandemError('HOP_REQUIRED', 'the order is a hop: give the signer of its recipient, or use claimOnHub')
    requireRecipient(signer, this.#order.destination_intent.recipient as Address)
    const { chains } = this.#network
    this.#hop ??= await inTurn(() => signHop(this.#order, signer, { chains, ...options }))
    return { hop: this.#hop }
  }

  /**
   * Claims with a wallet, without the relayer and the bridge, when the relayer is idle or the route is closed. The
   * amount is paid on the escrow's chain.
   *
   * @param wallet of the recipient. When the order is no hop, any wallet will do, and the recipient is paid.
   * @param options.to the recipient by default. Only the recipient's wallet can name another address.
   * @param options.isSecretPublic the secret is public, so no evidence is asked for.
   * @param options.signal lets no secret leave for the first time.
   * @returns `null` when the escrow is settled already.
   * @throws `NOT_THE_RECIPIENT`, `WRONG_CHAIN`, `DESTINATION_NOT_INITIATED`, `TOO_LATE`, `NOT_ON_CHAIN`; viem's errors.
   */
  async claimOnHub(
    wallet: Wallet,
    {
      to,
      isSecretPublic = false,
      inTurn = atOnce,
      switchChain,
      signal,
    }: SignalledStep & { to?: Address; isSecretPublic?: boolean } = {},
  ): Promise<Hex | null> {
    const { destination_intent: destination } = this.#order
    // Only the recipient can have the amount paid to another address, or on the hub instead of the final chain.
    if (to !== undefined || destination.l1_hop) requireRecipient(wallet, destination.recipient as Address)
    const chain = chainOf(this.#network, destination.chain)
    return inTurn(async () => {
      await ensureChain(wallet, chain, switchChain)
      if (!isSecretPublic) {
        const evidence = this.#evidenceWith(wallet)
        requireReveal(await readEvidence(this.#order, this.#network, evidence, { isOnHub: true }), this.isSecretOut)
      }
      const onLeaving = async () => {
        if (!isSecretPublic) throwIfAborted(signal)
        await this.#saveSecretLeft()
      }
      const { claimByWallet } = await import('./settle/settle-vault.ts').catch(notLoaded)
      return claimByWallet(this.#order, this.#state.secret, { wallet, chain, to, onLeaving })
    })
  }

  /**
   * Watches the destination after {@link Swap.claim} until its claim is at depth. With half of the time gone, it claims
   * with the recipient's wallet, which needs gas money: so a relayer in league with the market maker gains nothing. A
   * first reveal needs the evidence of {@link Swap.claimOnHub}; afterwards no endpoint stops the claim.
   *
   * @param wallet of the recipient. When the order is no hop, any wallet will do.
   * @returns the wallet's last transaction; `null` when the relayer claimed.
   * @throws `ORDER_FINAL` when nobody claimed in time; `WRONG_CHAIN`, `NOT_THE_RECIPIENT`, `ABORTED`; the refusals of
   * {@link Swap.claimOnHub} before a reveal; `EVIDENCE_UNAVAILABLE` after the destination's time; the user's refusal.
   * `onError` is told of all others.
   */
  async ensureClaimed(
    wallet: Wallet,
    { switchChain = false, ...options }: EnsureClaimedOptions = {},
  ): Promise<Hex | null> {
    return watchClaim({
      ...options,
      own: this.#own,
      read: (isAtDepth) => this.claimProgress(wallet, isAtDepth),
      claimByWallet: () => this.claimOnHub(wallet, { isSecretPublic: this.isSecretOut, switchChain }),
      cancelAfter: this.#order.destination_intent.cancel_after,
      safetySecs: chainOf(this.#network, this.#order.destination_intent.chain).claim_safety_secs ?? 0,
      blockTimeMs: this.blockTimeMs,
    })
  }

  #evidenceWith(wallet: Wallet | undefined): EvidenceOptions {
    const { chain } = this.#order.destination_intent
    const { evidence } = this.#options
    return {
      ...evidence,
      endpoints: { ...(wallet === undefined ? {} : { [chain]: [wallet] }), ...evidence?.endpoints },
    }
  }

  /**
   * Takes the source back: after `cancel_after`, or at any time from a vault that was never created.
   *
   * @throws `WRONG_CHAIN` (nothing was sent), `NOT_CANCELLABLE_YET`, `NOT_ON_CHAIN`, `EVIDENCE_UNAVAILABLE` when only
   * the wallet's endpoint shows it; viem's errors.
   */
  async refund(wallet: Wallet, options: SignalledStep = {}): Promise<Refunded> {
    const refunded = await this.sendRefund(wallet, options)
    await requireConfirmed(this.#order, refunded, () => this.confirms(refunded.shown))
    return refunded
  }

  /** Takes the source back as far as the wallet's endpoint shows it. {@link Swap.confirms} asks the others. */
  async sendRefund(wallet: Wallet, options: SignalledStep = {}): Promise<Refunded> {
    const chain = chainOf(this.#network, this.#order.source_intent.chain)
    const { inTurn = atOnce, signal } = options
    const { cancelSource } = await import('./settle/cancel.ts').catch(notLoaded)
    const refunded = await inTurn(() => cancelSource(this.#order, { ...options, wallet, chain }))
    if (refunded.shown === 'recovered' && this.fundableUntil === neverExpires) await this.#note({ fundableUntil: 0 })
    if (refunded.shown === 'claimed' && !this.isSecretOut) {
      const { vault } = escrowOf(this.#order.source_intent)
      const wanted = { chain, vault, secret: this.#state.secret, scanned: this.#scanned, signal }
      const endpoints = { [chain.chain]: [...(this.#options.evidence?.endpoints[chain.chain] ?? []), wallet] }
      const { readIsSecretPublic } = await import('./evidence/read-is-secret-public.ts').catch(notLoaded)
      const { quorum } = evidenceOf({ ...this.#options.evidence, endpoints }, chain)
      if ((await this.shows('source_claim').catch(() => false)) || (await readIsSecretPublic(quorum, wanted)))
        await this.#note({ secretLeft: true })
    }
    return refunded
  }

  /**
   * Takes the source back before `cancel_after`, with the market maker's consent.
   *
   * @returns `null` when the escrow is settled already.
   * @throws `WRONG_CHAIN` (nothing was sent), `SOURCE_NOT_INITIATED`, `NOT_ON_CHAIN`, `EVIDENCE_UNAVAILABLE`; viem's
   * errors.
   */
  async cooperativeRefund(wallet: Wallet, consent: CancelConsent, options: StepOptions = {}): Promise<Hex | null> {
    const chain = chainOf(this.#network, this.#order.source_intent.chain)
    const { inTurn = atOnce } = options
    const { cancelWithConsent } = await import('./settle/cancel.ts').catch(notLoaded)
    const txHash = await inTurn(() => cancelWithConsent(this.#order, consent, { ...options, wallet, chain }))
    const refunded = { shown: 'cancelled', txHash } as const
    if (txHash !== null) await requireConfirmed(this.#order, refunded, () => this.confirms('cancelled'))
    return txHash
  }

  /**
   * Drives the whole swap in one call, and back to the refund if it comes to nothing. A run can be ended anywhere:
   * repeat it, after `Swap.resume` in a new process, and it goes on. {@link runWithRetries} repeats it over errors.
   * @throws TandemError of the steps before the secret leaves; `ABORTED`, `WRONG_CHAIN`, `NOT_THE_RECIPIENT` and the
   * user's refusal at any time; viem's errors before the secret leaves.
   * @example
   * const { outcome, mayForget } = await swap.run({
   *   path: 'permit',
   *   wallet,
   *   destinationWallet: wallet,
   *   switchChain: true,
   *   submitter: { by: 'relayer', client },
   *   onProgress: ({ step, reason }) => show(step, reason?.message),
   * })
   */
  async run(options: RunOptions): Promise<RunResult> {
    // The claim by the wallet is loaded as well, because it may be needed when the page's server is gone.
    const [{ runSwap }] = await Promise.all([import('./run/run-swap.ts'), import('./settle/settle-vault.ts')]).catch(
      notLoaded,
    )
    const end = await runSwap(this, options, this.#options.client.openOrderStream)
    const mayForget = (await readEnd(this.#state, this.#network, this.#options.evidence)) !== undefined
    return { ...end, mayForget }
  }

  /**
   * Waits until the order has one of these statuses, as the orderbook says it.
   *
   * @throws `TIMEOUT`, `ABORTED`; `ORDER_FINAL` when the order ends in another status.
   */
  waitFor(statuses: readonly OrderStatus[], options: WaitOptions = {}): Promise<Order> {
    return waitFor(statuses, { ...options, refresh: () => this.refresh(), last: this.#order })
  }
}

function verifiedOrderOf(state: SwapState, network: KnownNetwork): Order | undefined {
  const { orderId, vaults, order } = state
  if (orderId === null || vaults === undefined || order === undefined) return undefined
  try {
    verifySwap(order, state, network)
    return order
  } catch {
    return undefined
  }
}
