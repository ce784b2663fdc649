import {
  type EvidenceOptions,
  finalStatuses,
  type InitiationPath,
  isRefusal,
  isSendable,
  type KnownNetwork,
  type Order,
  pursue,
  type Reason,
  type RestoreOptions,
  type RunResult,
  type RunStep,
  readEnd,
  restoreSwaps,
  type SecretSource,
  Swap,
  type SwapOptions,
  type SwapRequest,
  type SwapState,
  type SwapStore,
  swapKeyOf,
  type TandemClient,
  type Unverified,
  walletSecrets,
} from '@tandem/sdk'
import { indexedDbStore } from '@tandem/sdk/browser'
import { isVisible, locks, notes, whenVisible } from './browser.ts'
import type { ConnectedWallet } from './connected-wallet.ts'
import { inTurnOf } from './wallet-turns.ts'

/**
 * `resting`: not driven. `elsewhere`: by another tab. `refused`: by the user. `over`: kept until the chains show its
 * end.
 */
export type Phase = 'resting' | 'running' | 'elsewhere' | 'refused' | 'failed' | 'over'

export interface SwapRunnerOptions {
  client: TandemClient
  network: KnownNetwork
  evidence: EvidenceOptions
  store?: SwapStore
  /** US dollars from which a swap's secret is random, and kept in the store alone. By default no amount is. */
  storedFromUsd?: number
}

export interface SwapView {
  key: string
  state: SwapState
  /** The order's status, by the orderbook's word. */
  order: Order | undefined
  phase: Phase
  step: RunStep | undefined
  /** What the step waits for, from its second failure or its fifth second on. */
  reason: Reason | undefined
  path: InitiationPath
  error: Error | undefined
  /** By the orderbook's word alone. */
  unverified?: readonly Unverified[] | undefined
}

export interface RunWith {
  wallet: ConnectedWallet
  path: InitiationPath
  /** Only when the user has just asked. */
  initiates: boolean
}

/** Without the user. */
const goesOn = new Set(['source_initiated', 'destination_initiated', 'destination_claimed', 'bridging'])

/** How long a relayer is asked to keep a secret before the user is told that it does not answer, in milliseconds. */
const handOverMs = 10_000

const pathKey = (key: string) => `tandem-path-${key}`

/** Each swap is driven by one tab at a time, under a lock that ends with the tab. */
export class SwapRunner {
  readonly #options: Omit<SwapRunnerOptions, 'store'>
  readonly #store: SwapStore
  readonly #secrets = new Map<string, SecretSource>()
  /** While the page is open. */
  readonly #signedFor = new Set<string>()
  readonly #listeners = new Set<() => void>()
  /** A new drive of a swap ends the last one's pursuit, and so does forgetting it. */
  readonly #pursuits = new Map<string, AbortController>()
  readonly #driven = new Map<string, Swap>()
  #views: readonly SwapView[] = []
  #loaded: Promise<void> | undefined

  constructor({ store = indexedDbStore(), ...options }: SwapRunnerOptions) {
    this.#options = options
    this.#store = store
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly views = (): readonly SwapView[] => this.#views

  load(): Promise<void> {
    this.#loaded ??= this.#store.list().then(
      (states) => {
        for (const state of states.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))) this.#put(state)
      },
      (error: unknown) => {
        this.#loaded = undefined
        throw error
      },
    )
    return this.#loaded
  }

  /** Forgets swaps that ended by the chains. */
  async refresh(): Promise<void> {
    const { network, evidence } = this.#options
    const resting = this.#views.filter(({ phase, state }) => phase === 'resting' && state.orderId !== null)
    await Promise.all(
      resting.map(async ({ key, state }) => {
        const order = await this.#options.client.getOrder(state.orderId as string).catch(() => undefined)
        if (order === undefined) return
        this.#change(key, { order })
        if (!finalStatuses.includes(order.status)) return
        // No secret is forgotten on a server's word.
        const end = await readEnd(state, network, evidence, order)
        if (end === 'paid' && order.status === 'completed') await this.#end(key, 'completed', true, ['delivery'])
        else if (end !== undefined) await this.#end(key, end, true)
      }),
    )
  }

  /**
   * @returns the swap's key.
   * @throws TandemError and viem's errors without an order.
   */
  async start(request: SwapRequest, runWith: Omit<RunWith, 'initiates'>): Promise<string> {
    const secrets = this.#secretsOf(runWith.wallet)
    const swap = await Swap.start(request, { ...this.#swapOptions(runWith.path), secrets })
    const key = swapKeyOf(swap.state)
    void this.#drive(key, { ...runWith, initiates: true })
    return key
  }

  /** Whether the next swap from this chain asks the wallet for no secret. */
  hasSecretsOf({ wallet }: ConnectedWallet, chainId: number): boolean {
    return this.#signedFor.has(scopeOf(wallet.account.address, chainId, Date.now()))
  }

  /** Swaps that need no user. */
  resumeOwn(wallet: ConnectedWallet): void {
    const address = wallet.wallet.account.address.toLowerCase()
    for (const { key, phase, order, state, path } of this.#views) {
      if (phase !== 'resting' || state.sourceAddress.toLowerCase() !== address) continue
      const { unsent } = state
      // No orderbook stops a swap whose secret is out.
      if (state.secretLeft === true || (order !== undefined && goesOn.has(order.status)))
        this.resume(key, { wallet, path, initiates: false })
      else if (unsent !== undefined && isSendable(unsent, Math.floor(Date.now() / 1000)))
        this.resume(key, { wallet, path: unsent.path, initiates: true })
    }
  }

  resume(key: string, runWith: RunWith): void {
    void this.#drive(key, runWith)
  }

  /** @throws TandemError of `Swap.claimOnHub`; viem's errors. */
  async claimOnHub(key: string, wallet: ConnectedWallet): Promise<void> {
    const swap = await this.#swapOf(key)
    await swap?.claimOnHub(wallet.wallet, { switchChain: wallet.switchChain ?? false, inTurn: inTurnOf(wallet) })
  }

  /**
   * Hands the swap's secret to the relayer, which keeps it until revealing is safe, so that the user may close the page. Offer
   * it with this sentence: "You may close this page. Whoever runs the relayer could, together with the market maker, take what
   * you pay and give you nothing."
   * @throws TandemError of `Swap.claim`: then the relayer may not have it.
   */
  async handOver(key: string, wallet: ConnectedWallet): Promise<void> {
    const swap = await this.#swapOf(key)
    const { wallet: signer, switchChain = false } = wallet
    await swap?.claim({ wait: true, timeoutMs: handOverMs, signer, switchChain, inTurn: inTurnOf(wallet) })
  }

  /** The swap that is driven here, or else the kept one. */
  async #swapOf(key: string): Promise<Swap | undefined> {
    const view = this.#view(key)
    if (view === undefined) return undefined
    return this.#driven.get(key) ?? Swap.resume((await this.#kept(key)) ?? view.state, this.#swapOptions(view.path))
  }

  /**
   * @param accept shows the user what would be received: no quote is left to prove it.
   * @returns how many were found.
   * @throws TandemError of `restoreSwaps`; the wallet's refusal.
   */
  async restore(wallet: ConnectedWallet, accept: RestoreOptions['accept']): Promise<number> {
    const known = new Set(this.#views.map(({ key }) => key))
    const found = await restoreSwaps(
      {
        secrets: this.#secretsOf(wallet),
        owner: wallet.wallet.account.address,
        accept: (order) => !known.has(order.source_intent.commitment_hash.toLowerCase()) && accept(order),
      },
      this.#swapOptions('prefunded'),
    )
    await this.refresh()
    return found.length
  }

  /** The secret is lost if the wallet cannot make it again. A swap that is `over` only leaves the list. */
  async forget(key: string): Promise<void> {
    const view = this.#view(key)
    if (view !== undefined && view.phase !== 'over') await this.#store.remove(view.state)
    this.#pursuits.get(key)?.abort()
    this.#set(this.#views.filter((one) => one.key !== key))
  }

  #swapOptions(path: InitiationPath): SwapOptions {
    const { client, network, evidence } = this.#options
    const save = async (state: SwapState) => {
      await this.#store.save(state)
      notes.setItem(pathKey(swapKeyOf(state)), path)
      this.#put(state)
    }
    return { client, network, evidence, save }
  }

  #secretsOf({ wallet }: ConnectedWallet): SecretSource {
    const { address } = wallet.account
    const secrets = this.#secrets.get(address) ?? this.#noteSigned(walletSecrets(wallet, this.#secretOptions()))
    this.#secrets.set(address, secrets)
    return secrets
  }

  #secretOptions(): { storedFromUsd?: number } {
    const { storedFromUsd } = this.#options
    return storedFromUsd === undefined ? {} : { storedFromUsd }
  }

  #noteSigned(source: SecretSource): SecretSource {
    return {
      ...source,
      make: async (context) => {
        const made = await source.make(context)
        const { owner, chainId, startedAtMs } = context
        if (made.origin === 'wallet' || this.#options.storedFromUsd === undefined)
          this.#signedFor.add(scopeOf(owner, chainId, startedAtMs))
        return made
      },
    }
  }

  /** Drives a swap on over errors, as long as money may be at stake. */
  async #drive(key: string, runWith: RunWith): Promise<void> {
    if (this.#view(key)?.phase === 'running') return
    this.#pursuits.get(key)?.abort()
    const pursuit = new AbortController()
    const { signal } = pursuit
    this.#pursuits.set(key, pursuit)
    const fail = (cause: unknown) => {
      if (signal.aborted) return
      const phase = isRefusal(cause) ? 'refused' : 'failed'
      this.#change(key, { phase, reason: undefined, error: asError(cause) })
    }
    const run = (isAgain: boolean) => {
      this.#change(key, { phase: 'running', path: runWith.path, reason: undefined, error: undefined })
      return this.#runLocked(key, isAgain ? { ...runWith, initiates: false } : runWith)
    }
    await pursue(run, { known: () => this.#view(key), onFailure: fail, signal }).catch(fail)
  }

  async #runLocked(key: string, runWith: RunWith): Promise<void> {
    const name = `tandem-swap-${key}`
    const shared = locks()
    if (shared === undefined) return this.#run(key, runWith)
    const isFree = await shared.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await this.#run(key, runWith)
      return lock !== null
    })
    if (isFree) return
    this.#change(key, { phase: 'elsewhere' })
    await shared.request(name, async () => {
      this.#change(key, { phase: 'running' })
      await this.#run(key, { ...runWith, initiates: false })
    })
  }

  async #run(key: string, { wallet, path, initiates }: RunWith): Promise<void> {
    const kept = await this.#kept(key)
    if (kept === undefined) {
      this.#set(this.#views.filter((one) => one.key !== key))
      return
    }
    this.#put(kept)
    const swap = await Swap.resume(kept, this.#swapOptions(path))
    this.#driven.set(key, swap)
    const running = swap.run({
      path,
      wallet: wallet.wallet,
      destinationWallet: wallet.wallet,
      switchChain: wallet.switchChain ?? false,
      inTurn: inTurnOf(wallet),
      submitter: path === 'native' ? { by: 'wallet' } : { by: 'relayer', client: this.#options.client },
      initiates,
      onProgress: ({ step, order, reason, error }) =>
        this.#change(key, { step, order, reason, error: error === undefined ? undefined : asError(error) }),
    })
    const { outcome, mayForget, unverified } = await running.finally(() => this.#driven.delete(key))
    await this.#end(key, outcome, mayForget, unverified)
  }

  async #kept(key: string): Promise<SwapState | undefined> {
    const states = await this.#store.list().catch(() => undefined)
    return states === undefined ? this.#view(key)?.state : states.find((state) => swapKeyOf(state) === key)
  }

  async #end(
    key: string,
    outcome: RunResult['outcome'],
    mayForget: boolean,
    unverified?: SwapView['unverified'],
  ): Promise<void> {
    const view = this.#view(key)
    // A bridge may still deliver.
    if (mayForget && outcome !== 'paid' && view !== undefined) await this.#forgetOnceSeen(view)
    this.#change(key, { phase: 'over', reason: undefined, step: outcome === 'paid' ? 'settling' : outcome, unverified })
  }

  /** A tab that nobody looks at may be closed: its next visit then finds the swap, and says how it ended. */
  async #forgetOnceSeen({ key, state }: SwapView): Promise<void> {
    const remove = async () => {
      await this.#store.remove(state)
      notes.removeItem(pathKey(key))
    }
    if (isVisible()) return remove()
    void whenVisible().then(remove)
  }

  #view = (key: string) => this.#views.find((one) => one.key === key)

  #put(state: SwapState): void {
    const key = swapKeyOf(state)
    if (this.#view(key) !== undefined) {
      this.#change(key, { state })
      return
    }
    const path = (notes.getItem(pathKey(key)) ?? 'prefunded') as InitiationPath
    const fresh: SwapView = {
      key,
      state,
      order: state.order,
      phase: 'resting',
      step: undefined,
      reason: undefined,
      path,
      error: undefined,
    }
    this.#set([fresh, ...this.#views])
  }

  #change(key: string, change: Partial<SwapView>): void {
    this.#set(this.#views.map((one) => (one.key === key ? { ...one, ...change } : one)))
  }

  #set(views: readonly SwapView[]): void {
    this.#views = views
    for (const listener of this.#listeners) listener()
  }
}

/** The wallet signs once for all swaps from a chain in a UTC month. */
const scopeOf = (owner: string, chainId: number, ms: number): string =>
  [owner.toLowerCase(), chainId, new Date(ms).toISOString().slice(0, 7)].join(' ')

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))
