import {
  inspectSide,
  type Order,
  type RestoreOptions,
  type RunResult,
  type RunStep,
  type SecretSource,
  Swap,
  type SwapOptions,
  type SwapRequest,
  type SwapState,
  type SwapStore,
  walletSecrets,
} from '@tandem/sdk'
import { indexedDbStore } from '@tandem/sdk/browser'
import { BaseError, UserRejectedRequestError } from 'viem'
import type { Path } from '../domain/choose-paths.ts'
import type { ConnectedWallet } from '../wallet/use-wallet.ts'
import type { Deployment } from './deployment.ts'

/**
 * The page's part in a swap. `resting`: kept, and not driven. `elsewhere`: another tab drives it. `refused`: the user
 * refused in the wallet. `over`: ended, and forgotten when the page closes.
 */
export type Phase = 'resting' | 'running' | 'elsewhere' | 'refused' | 'failed' | 'over'

/** A swap of this browser, as the page shows it. */
export interface SwapView {
  key: string
  state: SwapState
  /** As last read; the orderbook's word. */
  order: Order | undefined
  phase: Phase
  step: RunStep | undefined
  path: Path
  error: Error | undefined
}

/** How a swap is driven on. */
export interface RunWith {
  wallet: ConnectedWallet
  path: Path
  /** Whether the source escrow may be brought on chain: only when the user has just asked for it. */
  initiates: boolean
}

const keyOf = ({ quote }: SwapState) => quote.quote_id
const pathKey = (key: string) => `tandem-path-${key}`

/**
 * Drives the swaps of this browser, outside of any page: going to another page stops none. Each is driven by one tab at a
 * time, under a lock that ends with the tab.
 */
export class SwapRunner {
  readonly #deployment: Deployment
  readonly #store: SwapStore
  readonly #secrets = new Map<string, SecretSource>()
  readonly #listeners = new Set<() => void>()
  #views: readonly SwapView[] = []
  #loaded: Promise<void> | undefined

  constructor(deployment: Deployment, store: SwapStore = indexedDbStore()) {
    this.#deployment = deployment
    this.#store = store
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly views = (): readonly SwapView[] => this.#views

  /** Reads the swaps that this browser keeps, once. */
  load(): Promise<void> {
    this.#loaded ??= this.#store.list().then(async (states) => {
      for (const state of states.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))) this.#put(state)
      await this.refresh()
    })
    return this.#loaded
  }

  /** Reads the orders of the swaps that are not driven. */
  async refresh(): Promise<void> {
    const resting = this.#views.filter(({ phase, state }) => phase === 'resting' && state.orderId !== null)
    await Promise.all(
      resting.map(async ({ key, state }) => {
        const order = await this.#deployment.client.getOrder(state.orderId as string).catch(() => undefined)
        if (order === undefined) return
        this.#change(key, { order })
        const end = await this.#shownEnd(state, order)
        if (end !== undefined) await this.#end(key, end)
      }),
    )
  }

  /**
   * Makes a quote, a secret and an order, and drives the swap to its end.
   *
   * @throws TandemError and viem's errors as long as there is no order; later ones are shown with the swap.
   */
  async start(request: SwapRequest, runWith: RunWith): Promise<void> {
    const secrets = this.#secretsOf(runWith.wallet)
    const swap = await Swap.start(request, { ...this.#options(runWith.path), secrets })
    void this.#drive(keyOf(swap.state), runWith)
  }

  /** Drives a kept swap on. */
  resume(key: string, runWith: RunWith): void {
    void this.#drive(key, runWith)
  }

  /**
   * Claims the destination by the recipient's own transaction, where the relayer does not or its bridge is closed.
   *
   * @throws TandemError of `Swap.claimOnHub`; viem's errors.
   */
  async claimOnHub(key: string, { wallet, switchChain }: ConnectedWallet): Promise<void> {
    const view = this.#view(key)
    if (view === undefined) return
    const swap = await Swap.resume((await this.#kept(key)) ?? view.state, this.#options(view.path))
    await swap.claimOnHub(wallet, { switchChain })
  }

  /** Finds open swaps that this browser does not know, by the wallet's signature. */
  async restore(wallet: ConnectedWallet, accept: RestoreOptions['accept']): Promise<number> {
    const known = new Set(this.#views.map(({ state }) => state.orderId))
    const found = await Swap.restore(
      {
        secrets: this.#secretsOf(wallet),
        owner: wallet.address,
        accept: (order) => !known.has(order.order_id) && accept(order),
      },
      this.#options('prefunded'),
    )
    await this.refresh()
    return found.length
  }

  /** Forgets a swap: with its secret, where the wallet cannot make that again. */
  async forget(key: string): Promise<void> {
    const view = this.#view(key)
    if (view !== undefined) await this.#store.remove(view.state)
    this.#set(this.#views.filter((one) => one.key !== key))
  }

  #options(path: Path): SwapOptions {
    const { client, network, evidence } = this.#deployment
    const save = async (state: SwapState) => {
      await this.#store.save(state)
      localStorage.setItem(pathKey(keyOf(state)), path)
      this.#put(state)
    }
    return { client, network, evidence, save }
  }

  #secretsOf({ address, wallet }: ConnectedWallet): SecretSource {
    const secrets = this.#secrets.get(address) ?? walletSecrets(wallet)
    this.#secrets.set(address, secrets)
    return secrets
  }

  /** Takes the swap's lock, waits for it where another tab has it, and runs. */
  async #drive(key: string, runWith: RunWith): Promise<void> {
    if (this.#view(key)?.phase === 'running') return
    this.#change(key, { phase: 'running', path: runWith.path, error: undefined })
    try {
      await this.#runLocked(key, runWith)
    } catch (cause) {
      this.#fail(key, cause)
    }
  }

  async #runLocked(key: string, runWith: RunWith): Promise<void> {
    const name = `tandem-swap-${key}`
    const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await this.#run(key, runWith)
      return lock !== null
    })
    if (isFree) return
    this.#change(key, { phase: 'elsewhere' })
    await navigator.locks.request(name, async () => {
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
    try {
      const swap = await Swap.resume(kept, this.#options(path))
      const { outcome } = await swap.run({
        path,
        wallet: wallet.wallet,
        destinationWallet: wallet.wallet,
        switchChain: wallet.switchChain,
        submitter: path === 'native' ? { by: 'wallet' } : { by: 'relayer', client: this.#deployment.client },
        initiates,
        onProgress: ({ step, order }) => this.#change(key, { step, order }),
      })
      await this.#end(key, outcome)
    } catch (cause) {
      this.#fail(key, cause)
    }
  }

  #fail(key: string, cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    this.#change(key, { phase: isRefusal(error) ? 'refused' : 'failed', error })
  }

  /** The swap as the store has it, which another tab may have brought further; as in memory, where no store can be read. */
  async #kept(key: string): Promise<SwapState | undefined> {
    const states = await this.#store.list().catch(() => undefined)
    return states === undefined ? this.#view(key)?.state : states.find((state) => keyOf(state) === key)
  }

  async #end(key: string, outcome: RunResult['outcome']): Promise<void> {
    this.#change(key, { phase: 'over', step: outcome === 'paid' ? 'settling' : outcome })
    const view = this.#view(key)
    // A bridge may still deliver what was paid: that swap stays in the list.
    if (outcome === 'paid' || view === undefined) return
    await this.#store.remove(view.state)
    localStorage.removeItem(pathKey(key))
  }

  /** The end that the orderbook tells, where the chains show it too: no secret is forgotten on a server's word. */
  async #shownEnd({ order: kept }: SwapState, told: Order): Promise<'completed' | 'refunded' | undefined> {
    const { network, evidence } = this.#deployment
    const shows = async (side: 'source_intent' | 'destination_intent', wanted: string) =>
      kept !== undefined &&
      (await inspectSide(kept, side, network, evidence).then(
        ({ atDepth }) => atDepth.state === wanted,
        () => false,
      ))
    if (told.status === 'completed' && (await shows('destination_intent', 'claimed'))) return 'completed'
    if (told.status === 'cancelled' && (await shows('source_intent', 'cancelled'))) return 'refunded'
    return undefined
  }

  #view = (key: string) => this.#views.find((one) => one.key === key)

  #put(state: SwapState): void {
    const key = keyOf(state)
    if (this.#view(key) !== undefined) {
      this.#change(key, { state })
      return
    }
    const path = (localStorage.getItem(pathKey(key)) ?? 'prefunded') as Path
    const fresh: SwapView = {
      key,
      state,
      order: state.order,
      phase: 'resting',
      step: undefined,
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

/** Whether the user said no in the wallet. */
export const isRefusal = (error: Error): boolean =>
  error instanceof BaseError
    ? error.walk((cause) => cause instanceof UserRejectedRequestError) !== null
    : (error as { code?: unknown }).code === UserRejectedRequestError.code
