import type { Address, Hex } from 'viem'
import { cancelSource, type Refunded } from './cancel.ts'
import { claimByWallet, requireRecipient } from './claim-by-wallet.ts'
import type { Claim, HopPayload, Order, OrderStatus } from './client/types.ts'
import { type CancelConsent, cancelWithConsent } from './cooperative-refund.ts'
import { createOrder } from './create-order.ts'
import { atOnce, ensureChain } from './ensure-chain.ts'
import { type EvidenceOptions, evidenceOf } from './evidence/evidence-options.ts'
import { readIsDelivered } from './evidence/read-delivery.ts'
import { readEnd } from './evidence/read-end.ts'
import {
  type ClaimProgress,
  readClaimProgress,
  readEvidence,
  readHubEvidence,
  requireReveal,
} from './evidence/read-evidence.ts'
import { readIsSecretShown, type ScannedBlocks } from './evidence/read-is-secret-shown.ts'
import { readIsSourceShown, requireShown } from './evidence/read-is-source-shown.ts'
import { type Signer, signHop } from './hop.ts'
import { initiate } from './initiate/initiate.ts'
import { noEnd, type SignedOnce, signedOnce } from './initiate/signed-once.ts'
import type { Initiated, InitiationPath, SignalledStep, StepOptions, Submitter } from './initiate/source-side.ts'
import { chainOf, chainOfAsset, type KnownNetwork, worthOf } from './known-network.ts'
import { pinnedNetwork } from './pinned-network.ts'
import type { FoundSwap } from './restore/find-swaps.ts'
import { reveal } from './reveal.ts'
import type { RunOptions, RunResult } from './run/run-options.ts'
import { runSwap } from './run/run-swap.ts'
import { newSecret } from './secret.ts'
import { ownStartTime } from './secrets/own-start-time.ts'
import { requireGoing } from './sleep.ts'
import type { SwapOptions, SwapRequest, SwapState } from './swap-state.ts'
import { takeOver } from './take-over.ts'
import { passing, TandemError } from './tandem-error.ts'
import { escrowOf } from './verify-order.ts'
import { limitsOf, verifyQuote } from './verify-quote.ts'
import { verifySwap } from './verify-swap.ts'
import { type WaitOptions, waitFor } from './wait-for.ts'
import type { Wallet } from './wallet.ts'
import { type EnsureClaimedOptions, ownClaim, watchClaim } from './watch-claim.ts'
import { withReceipt } from './with-receipt.ts'

/** Options of {@link Swap.claim}. */
export interface ClaimOptions extends SignalledStep {
  /** Milliseconds between two attempts; 1,000 by default. */
  pollMs?: number
  /** Milliseconds until the last error is thrown; 600,000 by default. */
  timeoutMs?: number
  /** The recipient's signer: a hop is claimed with its signature. */
  signer?: Signer
  /** A chain has shown the secret: the relayer gets it again without a look at the chains, however little time is left. */
  isSecretPublic?: boolean
  /** Ends the wait with `ABORTED`. */
  signal?: AbortSignal | undefined
}

/**
 * A swap, from quote to completion. Every step can be repeated after a failure or a restart: nothing is made twice.
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
  /** Signed once: the wallet asks its user each time, and every attempt takes the same signature until it is refused. */
  #hop: HopPayload | undefined
  readonly #signed: SignedOnce
  readonly #own = ownClaim()
  /** Settles with the change that is saved last. */
  #saved: Promise<void> = Promise.resolve()
  /** The blocks of the source's chain that showed no secret. */
  readonly #scanned: ScannedBlocks = new Map()
  /** The orderbook refuses the order, or answers with another: until it does not, no secret leaves for the first time. */
  #doubt: TandemError | undefined

  private constructor(options: SwapOptions, state: SwapState, order: Order, network: KnownNetwork) {
    this.#options = options
    this.#network = network
    this.#state = state
    this.#order = order
    this.#signed = signedOnce({ unsent: state.unsent, keep: (unsent) => this.#note({ unsent }) })
  }

  /**
   * Gets a quote, makes a secret, saves both, and makes the order from them.
   *
   * @throws TandemError of the services; `EVIDENCE_REQUIRED` without a pinned network; `UNVERIFIED` when the quote or the
   * order is not what was asked for, `QUOTE_UNACCEPTABLE` when it is worse than the request allows; `LIMIT_REQUIRED`.
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
    const startedAtMs = ownStartTime()
    const source = chainOf(network, chainOfAsset(request.sourceAsset))
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
   * hash if the first answer was lost. When the orderbook does not answer, refuses, or answers with another order, the
   * order is the one that was saved, once it is verified again: enough to claim, to refund and to go on. {@link Swap.claim}
   * then sends no secret that has not left before.
   *
   * @throws TandemError of the services, where no order was saved; `EVIDENCE_REQUIRED`, `UNVERIFIED`.
   */
  static async resume(state: SwapState, options: SwapOptions): Promise<Swap> {
    const network = await pinnedNetwork(options)
    const saved = verifiedOrderOf(state, network)
    if (saved !== undefined) return Swap.#resumeSaved(state, saved, { options, network })
    const { orderId } = state
    const order = orderId === null ? await createOrder(state, options) : await options.client.getOrder(orderId)
    verifySwap(order, state, network)
    const { source_intent: source, destination_intent: destination } = order
    const vaults = { source: source.swap_id as Address, destination: destination.swap_id as Address }
    const receipts = await withReceipt(state.receipts, order, network)
    const complete = { ...state, orderId: order.order_id, vaults, order, receipts }
    await options.save(complete)
    return new Swap(options, complete, order, network)
  }

  static async #resumeSaved(
    state: SwapState,
    saved: Order,
    { options, network }: { options: SwapOptions; network: KnownNetwork },
  ): Promise<Swap> {
    const swap = new Swap(options, state, saved, network)
    await swap.refresh().catch((error: unknown) => {
      if (!(error instanceof TandemError)) throw error
      if (!error.retryable) swap.#doubt = error
    })
    return swap
  }

  /** A swap that `restoreSwaps` found. Nothing is kept of one that no orderbook knows: it can be found again. */
  static async restored({ state, order }: FoundSwap, options: SwapOptions, network: KnownNetwork): Promise<Swap> {
    if (state.orderId !== null) await options.save(state)
    return new Swap(options, state, order, network)
  }

  /** The order as it was verified first, with what happened to it since, as last read. */
  get order(): Order {
    return this.#order
  }

  /** The state that was saved last. It holds the secret. */
  get state(): SwapState {
    return this.#state
  }

  /** Whether the swap was found on the chains alone, and no orderbook knows its order. */
  get isChainOnly(): boolean {
    return this.#state.orderId === null
  }

  /** Whether another party may know the secret: it was sent, it was about to be, or a chain showed it. */
  get isSecretOut(): boolean {
    return this.#state.secretLeft === true
  }

  /** Unix seconds until which something that was signed or sent may still pay the source vault; 0 when nothing was. */
  get fundableUntil(): number {
    return this.#state.fundableUntil ?? 0
  }

  /** Whether a destination escrow is known. A swap found on the chains alone may have none yet. */
  get hasDestination(): boolean {
    return this.#order.destination_intent.chain !== ''
  }

  /** Milliseconds between two blocks of the destination's chain, by the pinned network; 0 where it does not say. */
  get blockTimeMs(): number {
    return chainOf(this.#network, this.#order.destination_intent.chain).block_time_ms ?? 0
  }

  /** Whether the destination's chain can be asked: by the application's endpoints, or by the wallet's. */
  canAskDestination(wallet?: Wallet): boolean {
    if (!this.hasDestination) return false
    const named = this.#options.evidence?.endpoints[this.#order.destination_intent.chain] ?? []
    return wallet !== undefined || named.length > 0
  }

  /**
   * Whether the chain shows the destination escrow claimed, in its newest block.
   *
   * @param wallet its endpoint is asked where the application named no others of that chain.
   * @throws TandemError `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
   */
  async isClaimed(wallet?: Wallet): Promise<boolean> {
    return (await this.#lookAtDestination(wallet)).isClaimed
  }

  /**
   * How far the claim of the destination is: in the newest block, and at the depth of the order's worth, where no
   * reorganization is expected to take it back.
   *
   * @param wallet its endpoint is asked where the application named no others of that chain.
   * @throws TandemError `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
   */
  claimProgress(wallet?: Wallet): Promise<ClaimProgress> {
    return this.#lookAtDestination(wallet, true)
  }

  /**
   * Whether the chains show a part of a complete order: `source_claim`, the market maker's claim in the newest block;
   * `delivery`, at depth, of the message that this vault's own claim sent, or the payment on the hub.
   *
   * @param wallet its endpoint is asked where the application named no others of the destination's chain.
   * @throws TandemError `EVIDENCE_REQUIRED` when the application gave too little to ask; `EVIDENCE_UNAVAILABLE`.
   */
  async shows(part: 'source_claim' | 'delivery', wallet?: Wallet): Promise<boolean> {
    const [order, network] = [this.#order, this.#network]
    if (part === 'delivery') return readIsDelivered(order, network, this.#evidenceWith(wallet))
    return (await readClaimProgress(order, { side: 'source_intent' }, network, this.#options.evidence)).isClaimed
  }

  /**
   * Whether the application's endpoints show as well what the wallet's shows of the source. Where none of the source's chain
   * is named the wallet's is believed. Once the secret is out, an escrow stood: that none does is believed at depth, past
   * its time, and of no wallet.
   *
   * @throws TandemError `EVIDENCE_UNAVAILABLE`.
   */
  async confirms(shown: Refunded['shown']): Promise<boolean> {
    const [order, network, { evidence }] = [this.#order, this.#network, this.#options]
    if (shown === 'nothing' && this.isSecretOut)
      return (await readEnd({ ...this.#state, order }, network, evidence)) !== undefined
    return readIsSourceShown(order, shown, network, evidence)
  }

  /**
   * Reads the order again. Of the answer only what happened is taken over: the terms stay those that were verified first.
   *
   * @throws TandemError `UNVERIFIED` when the orderbook answers with another order than the one that was verified. Once
   * the secret left, each error says that it may be tried again: no answer of a server is the end then.
   */
  async refresh(): Promise<Order> {
    if (this.isChainOnly)
      throw new TandemError('NETWORK', 'no orderbook knows the swap', {
        retryable: true,
      })
    try {
      const answer = await this.#options.client.getOrder(this.#order.order_id)
      verifySwap(answer, this.#state, this.#network)
      this.#order = takeOver(this.#order, answer)
      const receipts = await withReceipt(this.#state.receipts, answer, this.#network)
      if (receipts.length > (this.#state.receipts?.length ?? 0)) await this.#note({ receipts })
    } catch (error) {
      throw this.isSecretOut ? passing(error) : error
    }
    this.#doubt = undefined
    return this.#order
  }

  /**
   * Brings the source escrow on chain. Money moves here, once: what is on chain already is not sent again.
   *
   * @param options.signal lets nothing leave any more that the wallet was not asked to send before.
   * @throws TandemError `WRONG_CHAIN`, `ORDER_EXPIRED` and `TOO_LATE` (nothing was signed or sent),
   * `UNSUPPORTED_INITIATION`, `NOT_ON_CHAIN`; the services' and viem's errors.
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
      if (until > 0) requireGoing(signal)
      await this.#saveFundable(until)
    }
    const given = { ...options, chain, destination, valueUsd, wallet, submitter, signed: this.#signed, onFunding }
    return inTurn(() => initiate(this.#order, path, given))
  }

  /**
   * Hands the secret to the relayer, once both chains show, over the application's own endpoints, that it is safe to.
   * A condition that may pass by itself is waited for. Once accepted, the same call returns the same claim.
   *
   * With `state.secretLeft` set after an error, another party may know the secret, and `ensureClaimed` or `run`
   * has to follow. It throws early enough for that: with half of the destination's time gone since the secret left.
   *
   * @throws TandemError `EVIDENCE_REQUIRED` without endpoints; `EVIDENCE_UNAVAILABLE`, `DESTINATION_NOT_INITIATED`,
   * `TOO_LATE`, `VAULT_MISMATCH` and the like when the chains do not show it; `HOP_REQUIRED` on a hop without a signer,
   * `NOT_THE_RECIPIENT` with another account's (nothing was revealed); the orderbook's refusal that {@link Swap.resume} met;
   * the relayer's refusals.
   */
  async claim({
    pollMs = 1000,
    timeoutMs = 600_000,
    signer,
    isSecretPublic = false,
    signal,
    ...step
  }: ClaimOptions = {}): Promise<Claim> {
    if (this.#doubt !== undefined && !this.isSecretOut) throw this.#doubt
    const hop = await this.#hopPayload(signer, step)
    const body = {
      order_id: this.#order.order_id,
      secret: this.#state.secret,
      // The escrow that was verified: the relayer refuses to claim any other.
      swap_id: escrowOf(this.#order.destination_intent).vault,
      ...hop,
    }
    const { client } = this.#options
    const onLeaving = () => this.#saveSecretLeft()
    try {
      return await reveal(body, {
        ...{ client, onLeaving, pollMs, timeoutMs, signal, isSecretOut: this.isSecretOut },
        judge: async (isSecretOut) => isSecretPublic || this.#judge(isSecretOut),
        cancelAfter: this.#order.destination_intent.cancel_after,
      })
    } catch (error) {
      // A wallet can sign with another account than the one it names: after a final refusal it is asked again.
      if (!(error instanceof TandemError && error.retryable)) this.#hop = undefined
      throw error
    }
  }

  /** A restart must know that money may still come; 0: the wallet's own has come. */
  async #saveFundable(until: number): Promise<void> {
    const was = this.fundableUntil
    const fundableUntil = until > 0 ? Math.max(was, until) : was === noEnd ? 0 : was
    if (fundableUntil === was) return
    await this.#save({ fundableUntil })
  }

  /** A restart must know that the secret may be out, also when no answer came. */
  async #saveSecretLeft(): Promise<void> {
    if (!this.isSecretOut) await this.#save({ secretLeft: true })
  }

  /** One after the other: two at once would each keep what the other changes as it was. */
  #save(change: Partial<SwapState>): Promise<void> {
    const saving = this.#saved.then(async () => {
      const state = { ...this.#state, ...change }
      // Nothing is kept of a swap that has no order: it can be restored again.
      if (!this.isChainOnly) await this.#options.save(state)
      this.#state = state
    })
    this.#saved = saving.catch(() => undefined)
    return saving
  }

  /** A change that the chains show holds whether it can be saved or not: a restart finds it out again. */
  async #note(change: Partial<SwapState>): Promise<void> {
    await this.#save(change).catch(() => {
      this.#state = { ...this.#state, ...change }
    })
  }

  /** @throws TandemError as long as the chains do not show that the secret may leave. */
  async #judge(isSecretOut: boolean): Promise<void> {
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
   * Claims the destination without the relayer and, on a hop, without the bridge: for a relayer that does nothing, a
   * route that was closed, or a recipient that can send transactions and not sign messages. The tokens are paid on the
   * escrow's own chain.
   *
   * @param wallet of the recipient, on the chain of the destination escrow. Its endpoint is the evidence where the
   * application named no others of that chain.
   * @param options.to the payee; the recipient by default.
   * @param options.isSecretPublic the secret has left already (a claim was sent): then it is pursued to the end.
   * @param options.signal lets no secret leave that has not left before.
   * @returns the transaction, or `null` when the escrow is settled already.
   * @throws TandemError `NOT_THE_RECIPIENT`, `WRONG_CHAIN`, `DESTINATION_NOT_INITIATED`, `TOO_LATE`, `NOT_ON_CHAIN`;
   * viem's errors.
   */
  async claimOnHub(
    wallet: Wallet,
    {
      to = wallet.account.address,
      isSecretPublic = false,
      inTurn = atOnce,
      signal,
      ...options
    }: SignalledStep & { to?: Address; isSecretPublic?: boolean } = {},
  ): Promise<Hex | null> {
    const { destination_intent: destination } = this.#order
    requireRecipient(wallet, destination.recipient as Address)
    const chain = chainOf(this.#network, destination.chain)
    return inTurn(async () => {
      if (!isSecretPublic) {
        await ensureChain(wallet, chain, options.switchChain)
        const evidence = this.#evidenceWith(wallet)
        requireReveal(await readHubEvidence(this.#order, this.#network, evidence), this.isSecretOut)
      }
      const onLeaving = async () => {
        if (!isSecretPublic) requireGoing(signal)
        await this.#saveSecretLeft()
      }
      return claimByWallet(this.#order, this.#state.secret, { ...options, wallet, chain, to, onLeaving })
    })
  }

  /**
   * Watches the destination after {@link Swap.claim}, over the application's own endpoints, and claims it by the
   * recipient's own transaction when the relayer has not done so with half of the time gone. A relayer that keeps the
   * secret, in league with the market maker, gains nothing then. The wallet needs gas on the destination chain.
   *
   * A secret that has not left before leaves on the evidence of {@link Swap.claimOnHub} alone. An endpoint that is down, or
   * lies, keeps no secret that is out from being claimed with, by the application's clock.
   *
   * It ends once the claim stands at the depth of the order's worth (in the newest block, where the pinned chain does not
   * say how deep): a claim that a reorganization takes back before is pursued again.
   *
   * @param wallet of the recipient, on the chain of the destination escrow.
   * @returns the transaction that the wallet sent last, or `null` when it sent none: the relayer claimed.
   * @throws TandemError `ORDER_FINAL` when the chain shows that the destination went unclaimed; `WRONG_CHAIN`,
   * `NOT_THE_RECIPIENT`, `ABORTED`; the refusals of {@link Swap.claimOnHub} while the secret has not left;
   * `EVIDENCE_UNAVAILABLE` once the destination is over by the application's clock; the user's refusal. Other errors of
   * the wallet pass, also viem's: `onError` is told.
   */
  async ensureClaimed(
    wallet: Wallet,
    { untilDepth = true, pollMs = 2000, switchChain = false, ...options }: EnsureClaimedOptions = {},
  ): Promise<Hex | null> {
    return watchClaim({
      ...options,
      own: this.#own,
      read: (isAtDepth) => this.#lookAtDestination(wallet, isAtDepth),
      untilDepth,
      claimByWallet: () => this.claimOnHub(wallet, { isSecretPublic: this.isSecretOut, switchChain }),
      cancelAfter: this.#order.destination_intent.cancel_after,
      safetySecs: chainOf(this.#network, this.#order.destination_intent.chain).claim_safety_secs ?? 0,
      pollMs,
      deepeningMs: Math.max(pollMs, this.blockTimeMs),
    })
  }

  #lookAtDestination(wallet: Wallet | undefined, isAtDepth = false): Promise<ClaimProgress> {
    const asked = { side: 'destination_intent', isAtDepth } as const
    return readClaimProgress(this.#order, asked, this.#network, this.#evidenceWith(wallet))
  }

  /** The application's evidence; of the destination's chain the wallet's endpoint where it names none. */
  #evidenceWith(wallet: Wallet | undefined): EvidenceOptions {
    const { chain } = this.#order.destination_intent
    const { evidence } = this.#options
    return {
      ...evidence,
      endpoints: { ...(wallet === undefined ? {} : { [chain]: [wallet] }), ...evidence?.endpoints },
    }
  }

  /**
   * Takes the source amount back when the swap came to nothing: from the escrow once `cancel_after` has passed, or at
   * any time from a vault that was funded and never created.
   *
   * @param options.signal ends the search for the secret of a source that is claimed.
   * @returns the outcome, as a majority of the application's endpoints shows it.
   * @throws TandemError `WRONG_CHAIN` (nothing was sent), `NOT_CANCELLABLE_YET`, `NOT_ON_CHAIN`; `EVIDENCE_UNAVAILABLE` where
   * the wallet's endpoint alone shows it; viem's errors.
   */
  async refund(wallet: Wallet, options: SignalledStep = {}): Promise<Refunded> {
    const refunded = await this.takeBack(wallet, options)
    await this.#requireShown(refunded)
    return refunded
  }

  #requireShown(refunded: Pick<Refunded, 'shown' | 'txHash'>): Promise<void> {
    return requireShown(this.#order, refunded, () => this.confirms(refunded.shown))
  }

  /**
   * Takes the source amount back; the outcome is the word of the wallet's endpoint until {@link Swap.confirms} bears it out. Of
   * a source that is claimed the secret counts as out when the application's endpoints show the claim, or any the secret.
   */
  async takeBack(wallet: Wallet, options: SignalledStep = {}): Promise<Refunded> {
    const chain = chainOf(this.#network, this.#order.source_intent.chain)
    const { inTurn = atOnce, signal } = options
    const refunded = await inTurn(() => cancelSource(this.#order, { ...options, wallet, chain }))
    if (refunded.shown === 'recovered' && this.fundableUntil === noEnd) await this.#note({ fundableUntil: 0 })
    if (refunded.shown === 'claimed' && !this.isSecretOut) {
      const { vault } = escrowOf(this.#order.source_intent)
      const wanted = { chain, vault, secret: this.#state.secret, scanned: this.#scanned, signal }
      const endpoints = { [chain.chain]: [...(this.#options.evidence?.endpoints[chain.chain] ?? []), wallet] }
      const { panel } = evidenceOf({ ...this.#options.evidence, endpoints }, chain)
      if ((await this.shows('source_claim').catch(() => false)) || (await readIsSecretShown(panel, wanted)))
        await this.#note({ secretLeft: true })
    }
    return refunded
  }

  /**
   * Takes the source amount back before its time, with the market maker's signed consent.
   *
   * @returns the transaction, or `null` when the escrow is settled already.
   * @throws TandemError `WRONG_CHAIN` (nothing was sent), `SOURCE_NOT_INITIATED`, `NOT_ON_CHAIN`, `EVIDENCE_UNAVAILABLE`;
   * viem's errors.
   */
  async cooperativeRefund(wallet: Wallet, consent: CancelConsent, options: StepOptions = {}): Promise<Hex | null> {
    const chain = chainOf(this.#network, this.#order.source_intent.chain)
    const { inTurn = atOnce } = options
    const txHash = await inTurn(() => cancelWithConsent(this.#order, consent, { ...options, wallet, chain }))
    if (txHash !== null) await this.#requireShown({ shown: 'cancelled', txHash })
    return txHash
  }

  /**
   * The whole swap in one call: initiates, waits, reveals, makes sure of the claim, and takes the amount back if it comes
   * to nothing. It follows the event stream and polls where there is none. A run that ended anywhere, by `signal` or by a
   * crash, is repeated after `Swap.resume`, and goes on where it was.
   *
   * @throws TandemError of the steps, `ABORTED`; viem's errors, such as the user's refusal to sign.
   */
  async run(options: RunOptions): Promise<RunResult> {
    const end = await runSwap(this, options, this.#options.client.openOrderStream)
    const mayForget = (await readEnd(this.#state, this.#network, this.#options.evidence)) !== undefined
    return { ...end, mayForget }
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

/** The order that was saved, where it still is what was asked for. */
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
