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

/** The options of {@link Swap.claim}. */
export interface ClaimOptions extends SignalledStep {
  /** Milliseconds between two tries; 1,000 by default. */
  pollMs?: number
  /** Milliseconds until the claim gives up with its last error; 600,000 by default. */
  timeoutMs?: number
  /** The recipient's wallet, which has to sign if the order is a hop. */
  signer?: Signer | undefined
  /** With true, the secret is known to be public. The relayer then gets it, and the chains are not read first. */
  isSecretPublic?: boolean
  /**
   * With true, the relayer gets the secret now, whatever the chains show, and keeps it until revealing is safe, so that
   * the application may end. Whoever runs the relayer could, together with the market maker, take what the user pays
   * and give nothing.
   */
  wait?: boolean
}

/**
 * A swap, from its quote to its end. Every step can be repeated, and does nothing twice.
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
  #hop: HopPayload | undefined
  readonly #signature: KeptSignature
  readonly #own = new OwnClaim()
  #saved: Promise<void> = Promise.resolve()
  /** The blocks that were searched and do not contain the secret. */
  readonly #scanned: ScannedBlocks = new Map()
  /** Set while the orderbook denies the order or answers with another one. The secret is not revealed then. */
  #doubt: TandemError | undefined

  private constructor(options: SwapOptions, state: SwapState, order: Order, network: KnownNetwork) {
    this.#options = options
    this.#network = network
    this.#state = state
    this.#order = order
    this.#signature = keptSignature({ unsent: state.unsent, keep: (unsent) => this.#note({ unsent }) })
  }

  /**
   * Starts a swap: asks for a quote, makes a secret, saves both, and then makes the order. Before it makes the secret,
   * it checks through the application's endpoints that the swap can succeed.
   *
   * @throws TandemError of the services; `EVIDENCE_REQUIRED`, `UNVERIFIED`, `QUOTE_UNACCEPTABLE`, `LIMIT_REQUIRED`;
   * `CLOCK_SKEWED`, `INSUFFICIENT_TOKENS`, `RECIPIENT_NOT_DEPLOYED`, `RECIPIENT_REFUSES`, before the user was asked to
   * sign.
   * @example
   * const options = { client, save: store.save, secrets: walletSecrets(wallet), network, evidence }
   * const swap = await Swap.start(request, options)
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
   * Goes on with a saved swap, after a restart for example. If the orderbook does not answer, the saved order is used.
   * If it denies the order, that is used as well, but {@link Swap.claim} does not reveal the secret.
   *
   * @throws TandemError of the services, when no order was saved; `EVIDENCE_REQUIRED`, `UNVERIFIED`.
   * @example
   * for (const state of await store.list()) {
   *   const swap = await Swap.resume(state, { client, save: store.save, network, evidence })
   *   await swap.run(options)
   * }
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
   * Makes a swap of an order that `restoreSwaps` has found, and saves it. A swap that only the chains know is not
   * saved, because it can be found again.
   */
  static async restored(
    { state, order }: { state: SwapState; order: Order },
    options: SwapOptions,
    network: KnownNetwork,
  ): Promise<Swap> {
    if (state.orderId !== null) await options.save(state)
    return new Swap(options, state, order, network)
  }

  /** The order as it was last read. Its terms are verified; its status is what the orderbook says. */
  get order(): Order {
    return this.#order
  }

  /** The state, as it was given to `save`. It holds the secret, so keep it as safe as a private key. */
  get state(): SwapState {
    return this.#state
  }

  /** True for a swap that was found on the chains and that no orderbook knows. */
  get isChainOnly(): boolean {
    return this.#state.orderId === null
  }

  /** True once the secret was sent, is about to be sent, or was published on a chain. */
  get isSecretOut(): boolean {
    return this.#state.secretLeft === true
  }

  /** True while the relayer keeps the secret, and no chain has shown yet that revealing is safe. */
  get claimWaits(): boolean {
    return this.#state.claimWaits === true
  }

  /** Until when something that was signed or sent may still pay the source, in unix seconds; 0 when nothing can. */
  get fundableUntil(): number {
    return this.#state.fundableUntil ?? 0
  }

  /** False when the swap was found on the chains and its destination escrow was not. */
  get hasDestination(): boolean {
    return this.#order.destination_intent.chain !== ''
  }

  /** Milliseconds between two blocks of the destination's chain; 0 when that is not pinned. */
  get blockTimeMs(): number {
    return chainOf(this.#network, this.#order.destination_intent.chain).block_time_ms ?? 0
  }

  /** Whether the destination chain can be read: through an endpoint of the application, or through this wallet. */
  canAskDestination(wallet?: Wallet): boolean {
    if (!this.hasDestination) return false
    const named = this.#options.evidence?.endpoints[this.#order.destination_intent.chain] ?? []
    return wallet !== undefined || named.length > 0
  }

  /**
   * Reads whether the newest block shows the claim of the destination.
   *
   * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
   */
  async isClaimed(wallet?: Wallet): Promise<boolean> {
    return (await this.claimProgress(wallet, false)).isClaimed
  }

  /**
   * Reads whether the destination is claimed in the newest block, and whether the claim is at depth.
   *
   * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
   */
  claimProgress(wallet?: Wallet, isAtDepth = true): Promise<ClaimProgress> {
    const asked = { side: 'destination_intent', isAtDepth } as const
    return readClaimProgress(this.#order, asked, this.#network, this.#evidenceWith(wallet))
  }

  /**
   * Reads whether a part of a completed swap is on chain: the maker's claim of the source, in the newest block; or the
   * delivery of a hop, which is at depth on the final chain, or was paid on the hub.
   *
   * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
   */
  async shows(part: 'source_claim' | 'delivery', wallet?: Wallet): Promise<boolean> {
    const [order, network] = [this.#order, this.#network]
    if (part === 'delivery') return readIsDelivered(order, network, this.#evidenceWith(wallet))
    return (await readClaimProgress(order, { side: 'source_intent' }, network, this.#options.evidence)).isClaimed
  }

  /**
   * Whether the application's endpoints confirm what the wallet's endpoint shows of the source vault. Once the secret
   * is out, a vault that was never created is only confirmed at depth, and after its `cancel_after`.
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
   * Asks the orderbook what the order waits for, as a sentence for a person. No decision about money depends on it.
   *
   * @returns `undefined` when the orderbook does not answer, or does not know the swap.
   */
  async explain(signal?: AbortSignal): Promise<Explanation | undefined> {
    if (this.isChainOnly) return undefined
    const { client } = this.#options
    return client.explainOrder(this.#order.order_id, signal && { signal }).catch(() => undefined)
  }

  /**
   * Asks the relayer why it has not created the source escrow yet; `undefined` if it does not answer, or names no
   * reason.
   */
  async initiationReason(signal?: AbortSignal): Promise<string | undefined> {
    const { client } = this.#options
    const [initiation] = await client.listInitiations(this.#order.order_id, signal && { signal }).catch(() => [])
    const message: unknown = initiation?.reason?.message
    return typeof message === 'string' ? message.slice(0, 200) : undefined
  }

  /**
   * Reads the order from the orderbook. Its terms stay as they were verified at first.
   *
   * @throws TandemError of the orderbook; `UNVERIFIED` when it answers with another order. Once the secret is out, all
   * of these are retryable.
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
   * Pays for the source escrow. It can be repeated: an escrow that exists is not paid again.
   *
   * @param path how to pay; the asset's `initiation_paths` lists the paths that its token allows.
   * @param options.signal aborts the step. Nothing more is signed or sent then.
   * @throws `WRONG_CHAIN`, `ORDER_EXPIRED`, `TOO_LATE` (nothing was signed or sent), `UNSUPPORTED_INITIATION`,
   * `NOT_ON_CHAIN`, `STILL_PAYABLE` (an earlier signature by another path can still pay); the services' and viem's
   * errors.
   * @example
   * await swap.initiate('permit', wallet, { by: 'relayer', client }, { switchChain: true })
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
   * Hands the secret to the relayer, once both chains show that this is safe, or at once with `wait`. It tries again
   * after retryable errors. If it throws and `state.secretLeft` is set, call `ensureClaimed` or `run`: the secret may
   * be known, so the destination must be claimed in time.
   *
   * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`, `DESTINATION_NOT_INITIATED`, `TOO_LATE`, `VAULT_MISMATCH` and
   * similar codes; `HOP_REQUIRED`, `NOT_THE_RECIPIENT` (nothing was revealed); the services' refusals.
   * @example
   * await swap.claim({ signer: wallet, switchChain: true })
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
      // A final refusal may be about the hop's signature: a wallet can sign with another account than it names. It
      // signs again then.
      if (!(error instanceof TandemError && error.retryable)) this.#hop = undefined
      throw error
    }
  }

  async #saveSecretLeft(claimWaits = false): Promise<void> {
    if (!this.isSecretOut) await this.#save({ secretLeft: true, ...(claimWaits && { claimWaits }) })
    else if (this.claimWaits && !claimWaits) await this.#save({ claimWaits })
  }

  /** Saves one change after the other. Two at the same time would overwrite each other. */
  #save(change: Partial<SwapState>): Promise<void> {
    const saving = this.#saved.then(async () => {
      const state = { ...this.#state, ...change }
      // A swap that only the chains know is not saved, because it can be found again.
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

  /** @throws TandemError as long as the secret must not be revealed. */
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
   * Claims with a wallet instead of the relayer, for example when the relayer does not claim. A hop does not go over
   * the bridge then: the amount is paid on the hub.
   *
   * @param wallet the recipient's wallet, for the destination chain. If the order is not a hop, any wallet can claim,
   * and the recipient is paid.
   * @param options.to the address to pay; the recipient by default. Only the recipient's wallet can name another one.
   * @param options.isSecretPublic true when the secret is known to be public. The chains are not read then.
   * @param options.signal aborts the claim, unless the secret is out already.
   * @returns the transaction; `null` when the escrow was settled already.
   * @throws `NOT_THE_RECIPIENT`, `WRONG_CHAIN`, `DESTINATION_NOT_INITIATED`, `TOO_LATE`, `NOT_ON_CHAIN`; viem's errors.
   * @example
   * const txHash = await swap.claimOnHub(wallet, { switchChain: true })
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
   * Watches the destination after {@link Swap.claim} until its claim is at depth. If the relayer has not claimed when
   * half of the time is gone, the wallet claims, and pays for the gas. Without that, a relayer which works together
   * with the market maker could keep the claim back until it is too late. If the secret is not out yet, the chains are
   * read first as in {@link Swap.claimOnHub}. Afterwards no answer of an endpoint stops the claim.
   *
   * @param wallet the recipient's wallet, for the destination chain. If the order is not a hop, any wallet can claim.
   * @returns the wallet's last transaction; `null` when the relayer claimed.
   * @throws `ORDER_FINAL` when nobody claimed in time; `WRONG_CHAIN`, `NOT_THE_RECIPIENT`, `ABORTED`; the errors of
   * {@link Swap.claimOnHub}, if the secret is not out; `EVIDENCE_UNAVAILABLE` after the destination's `cancel_after`;
   * the user's refusal. All other errors are given to `onError`.
   * @example
   * await swap.ensureClaimed(wallet, { switchChain: true, onError: (error) => console.warn(error) })
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
   * Refunds the source. That is possible once `cancel_after` has passed, and at any time if the vault was paid but
   * never created.
   *
   * @param wallet any wallet, for the source chain; before `cancel_after` only the wallet that the order pays from, because the
   * contract then lets nobody else recover what was paid. The contract pays the order's creator.
   * @throws `WRONG_CHAIN` (nothing was sent), `NOT_CANCELLABLE_YET`, `NOT_ON_CHAIN`; `EVIDENCE_UNAVAILABLE` when the
   * application's endpoints do not confirm the refund; viem's errors.
   * @example
   * const { txHash, amount } = await swap.refund(wallet, { switchChain: true })
   */
  async refund(wallet: Wallet, options: SignalledStep = {}): Promise<Refunded> {
    const refunded = await this.sendRefund(wallet, options)
    await requireConfirmed(this.#order, refunded, () => this.confirms(refunded.shown))
    return refunded
  }

  /**
   * Refunds the source like {@link Swap.refund}, and returns what the wallet's endpoint shows. {@link Swap.confirms}
   * asks the application's endpoints.
   */
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
   * Refunds the source before `cancel_after`, with the market maker's consent.
   *
   * @param consent the maker's signature: `consent` in the answer of `client.getOrderConsent`.
   * @returns the transaction; `null` when the escrow was settled already.
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
   * Does the whole swap in one call, and refunds the source if the swap fails. A run can be aborted or killed at any
   * point: call `run` again, in a new process after `Swap.resume`, and it goes on from there. {@link runWithRetries}
   * does that after errors.
   *
   * @throws TandemError of the steps and viem's errors, as long as the secret is not out; `ABORTED`, `WRONG_CHAIN`,
   * `NOT_THE_RECIPIENT` and the user's refusal at any time.
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
   * Waits until the orderbook says that the order has one of these statuses.
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
