import {
  type EvidenceOptions,
  finalStatuses,
  type InitiationPath,
  isRefusal,
  isSendable,
  type KnownNetwork,
  type Order,
  type Reason,
  type RestoreOptions,
  type RunResult,
  type RunStep,
  readEnd,
  restoreSwaps,
  runWithRetries,
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
import { isVisible, locks, safeStorage, whenVisible } from './browser.ts'
import type { ConnectedWallet } from './connected-wallet.ts'
import { inTurnOf } from './wallet-turns.ts'

/**
 * What this page does with a swap. `resting`: nothing, until it is resumed. `running`: this tab runs it. `elsewhere`: another
 * tab runs it. `refused`: the user refused a request of the wallet. `failed`: a step ended with an error. `over`: the swap has
 * ended, and `step` says how.
 */
export type Phase = 'resting' | 'running' | 'elsewhere' | 'refused' | 'failed' | 'over'

/** The services, what the app trusts instead of them, and where swaps are kept. */
export interface SwapRunnerOptions {
  client: TandemClient
  network: KnownNetwork
  evidence: EvidenceOptions
  /** By default IndexedDB, encrypted with a key that no script can read. */
  store?: SwapStore
  /**
   * From this value on, in US dollars, a swap gets a random secret that only the store has. Below it, and by default always, the
   * secret comes from a signature of the wallet, which can make it again.
   */
  storedFromUsd?: number
}

/** A swap, as the page shows it. */
export interface SwapView {
  /** Names the swap in this browser. Pass it to `useSwap` and to the methods of {@link SwapRunner}. */
  key: string
  /** What the store keeps of the swap, its secret included. Never log it, and send it to no server. */
  state: SwapState
  /** The order as the orderbook last showed it. No chain has confirmed it to this browser. */
  order: Order | undefined
  phase: Phase
  step: RunStep | undefined
  /** Why the step has not ended yet. A failure appears here once it has happened twice, or has lasted for five seconds. */
  reason: Reason | undefined
  /** How the user pays. */
  path: InitiationPath
  error: Error | undefined
  /** The parts of the end that only the orderbook says, because no endpoint of their chain is configured. */
  unverified?: readonly Unverified[] | undefined
}

/** How a swap is run. */
export interface RunWith {
  wallet: ConnectedWallet
  path: InitiationPath
  /** Whether the wallet may be asked to pay. Set it only when the user has just pressed a button that says so. */
  initiates: boolean
}

/** An order with one of these statuses has an escrow on chain, and is resumed without asking the user. */
const resumableStatuses = new Set(['source_initiated', 'destination_initiated', 'destination_claimed', 'bridging'])

/** Milliseconds for which the relayer is asked to keep a secret, before the user is told that it does not answer. */
const handOverMs = 10_000

const pathKey = (key: string) => `tandem-path-${key}`

/**
 * Runs the swaps of this browser: the part of the hooks that needs no React. One tab at a time runs a swap, under a lock that the
 * browser releases when the tab closes.
 * @example
 * const runner = new SwapRunner({ client, network, evidence: { endpoints } })
 * await runner.load()
 * const key = await runner.start(request, { wallet, path: 'permit' })
 */
export class SwapRunner {
  readonly #options: Omit<SwapRunnerOptions, 'store'>
  readonly #store: SwapStore
  readonly #secrets = new Map<string, SecretSource>()
  /** For which wallets, chains and months the secrets' signature was given since the page was opened. */
  readonly #signedFor = new Set<string>()
  readonly #listeners = new Set<() => void>()
  /** Aborts the retries of each swap: when it is started again, because two loops must not run it, and when it is forgotten. */
  readonly #pursuits = new Map<string, AbortController>()
  readonly #driven = new Map<string, Swap>()
  #views: readonly SwapView[] = []
  #loaded: Promise<void> | undefined

  constructor({ store = indexedDbStore(), ...options }: SwapRunnerOptions) {
    this.#options = options
    this.#store = store
  }

  /** Calls the listener after every change of {@link views}. Returns the function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The swaps of this browser, of which the newest comes first. The array is a new one after each change. */
  readonly views = (): readonly SwapView[] => this.#views

  /**
   * Reads the kept swaps from the store, once.
   * @throws the store's error, such as that of a browser which forbids storage. The next call tries again.
   */
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

  /** Reads the orders of all resting swaps again, and ends the swaps whose end the chains show. */
  async refresh(): Promise<void> {
    const { network, evidence } = this.#options
    const resting = this.#views.filter(({ phase, state }) => phase === 'resting' && state.orderId !== null)
    await Promise.all(
      resting.map(async ({ key, state }) => {
        const order = await this.#options.client.getOrder(state.orderId as string).catch(() => undefined)
        if (order === undefined) return
        this.#change(key, { order })
        if (!finalStatuses.includes(order.status)) return
        // The orderbook alone cannot end a swap: with a lie it would make this browser delete the secret of an open one.
        const end = await readEnd(state, network, evidence, order)
        if (end === 'paid' && order.status === 'completed') await this.#end(key, 'completed', true, ['delivery'])
        else if (end !== undefined) await this.#end(key, end, true)
      }),
    )
  }

  /**
   * Makes an order and begins its swap, which goes on after this method has returned.
   * @returns the key of the swap.
   * @throws TandemError of `Swap.start`, or the wallet's refusal to sign. Then there is no order, and nothing was paid.
   */
  async start(request: SwapRequest, runWith: Omit<RunWith, 'initiates'>): Promise<string> {
    const secrets = this.#secretsOf(runWith.wallet)
    const swap = await Swap.start(request, { ...this.#swapOptions(runWith.path), secrets })
    const key = swapKeyOf(swap.state)
    void this.#drive(key, { ...runWith, initiates: true })
    return key
  }

  /** Whether the next swap from this chain starts without the signature for its secret, because this page has it. */
  hasSecretsOf({ wallet }: ConnectedWallet, chainId: number): boolean {
    return this.#signedFor.has(scopeOf(wallet.account.address, chainId, Date.now()))
  }

  /**
   * Resumes the wallet's swaps that need no decision of the user: those that are paid, whose secret is out, or that were
   * signed.
   */
  resumeOwn(wallet: ConnectedWallet): void {
    const address = wallet.wallet.account.address.toLowerCase()
    for (const { key, phase, order, state, path } of this.#views) {
      if (phase !== 'resting' || state.sourceAddress.toLowerCase() !== address) continue
      const { unsent } = state
      // Once the secret is out, the market maker can take the source: the claim must go on, whatever status the orderbook shows.
      if (state.secretLeft === true || (order !== undefined && resumableStatuses.has(order.status)))
        this.resume(key, { wallet, path, initiates: false })
      else if (unsent !== undefined && isSendable(unsent, Math.floor(Date.now() / 1000)))
        this.resume(key, { wallet, path: unsent.path, initiates: true })
    }
  }

  /** Goes on with a swap. An error does not come back from here, but appears in its view. */
  resume(key: string, runWith: RunWith): void {
    void this.#drive(key, runWith)
  }

  /**
   * Claims the destination escrow by the user's own transaction, for when the relayer does not. On a hop the user is then paid on
   * the hub.
   * @throws TandemError of `Swap.claimOnHub`, or an error of viem.
   */
  async claimOnHub(key: string, wallet: ConnectedWallet): Promise<void> {
    const swap = await this.#swapOf(key)
    await swap?.claimOnHub(wallet.wallet, { switchChain: wallet.switchChain ?? false, inTurn: inTurnOf(wallet) })
  }

  /**
   * Hands the swap's secret to the relayer, which keeps it until revealing is safe, so that the user may close the page. Offer
   * it with this sentence: "You may close this page. Whoever runs the relayer could, together with the market maker, take what
   * you pay and give you nothing."
   * @throws TandemError of `Swap.claim`. The relayer may or may not have the secret then.
   */
  async handOver(key: string, wallet: ConnectedWallet): Promise<void> {
    const swap = await this.#swapOf(key)
    const { wallet: signer, switchChain = false } = wallet
    await swap?.claim({ wait: true, timeoutMs: handOverMs, signer, switchChain, inTurn: inTurnOf(wallet) })
  }

  /** The swap that runs in this tab, or else the one from the store. */
  async #swapOf(key: string): Promise<Swap | undefined> {
    const view = this.#view(key)
    if (view === undefined) return undefined
    return this.#driven.get(key) ?? Swap.resume((await this.#kept(key)) ?? view.state, this.#swapOptions(view.path))
  }

  /**
   * Finds the wallet's open swaps whose data this browser has lost. The wallet signs for it.
   * @param accept asks the user about each order that was found, because no quote is left that proves its amounts.
   * @returns how many swaps were found.
   * @throws TandemError of `restoreSwaps`, or the wallet's refusal to sign.
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

  /**
   * Removes a swap from this browser, with its secret. Only a wallet that can make the secret again finds the swap later. A swap
   * that is `over` only leaves the list.
   */
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
      safeStorage.setItem(pathKey(swapKeyOf(state)), path)
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

  /** Runs a swap, and repeats the run after errors as long as money may be at stake. */
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
    const run = (isRetry: boolean) => {
      this.#change(key, { phase: 'running', path: runWith.path, reason: undefined, error: undefined })
      return this.#runLocked(key, isRetry ? { ...runWith, initiates: false } : runWith)
    }
    await runWithRetries(run, { known: () => this.#view(key), onFailure: fail, signal }).catch(fail)
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
    // A hop that is only `paid` stays in the store, because its bridge may still have to deliver.
    if (mayForget && outcome !== 'paid' && view !== undefined) await this.#forgetOnceSeen(view)
    this.#change(key, { phase: 'over', reason: undefined, step: outcome === 'paid' ? 'settling' : outcome, unverified })
  }

  /**
   * Deletes an ended swap once the user can see the page. A hidden tab may be closed before, and the next visit then shows
   * the end.
   */
  async #forgetOnceSeen({ key, state }: SwapView): Promise<void> {
    const remove = async () => {
      await this.#store.remove(state)
      safeStorage.removeItem(pathKey(key))
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
    const path = (safeStorage.getItem(pathKey(key)) ?? 'prefunded') as InitiationPath
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

/** What one signature for secrets covers: all swaps of a wallet from one chain in one month (UTC). */
const scopeOf = (owner: string, chainId: number, ms: number): string =>
  [owner.toLowerCase(), chainId, new Date(ms).toISOString().slice(0, 7)].join(' ')

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))
