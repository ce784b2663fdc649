import type { Request } from './domain/request.ts'
import { type GapStore, makeFillNonceGaps } from './fill-nonce-gaps.ts'
import type { Clock, NonceKey, TransactionChain, TransactionObserver } from './ports.ts'
import { makeRepairNonces, type NonceRepairStore } from './repair-nonces.ts'
import { makeStep } from './step.ts'
import type { StepDeps } from './step-ports.ts'
import { type MinedStore, makeWakeMined } from './wake-mined.ts'

/** Milliseconds for which a worker holds a request: longer than any step. Afterwards another worker may take over. */
const leaseMs = 8_000
const repairIntervalMs = 10_000

/** Gets submitted requests mined exactly once. */
export interface TransactionManager {
  /**
   * Takes one short step on each due request.
   * @returns the steps, which never reject.
   */
  tick(chain: string, most: number): Promise<readonly Promise<void>[]>
  /** The work that runs beside the steps: it repairs nonces, wakes mined requests and fills gaps. */
  upkeep(chain: TransactionChain, o: UpkeepOptions): readonly Upkeep[]
  /** Whether a request or a nonce of the chain is open. */
  hasOpenWork(chain: string): Promise<boolean>
}

export interface UpkeepOptions {
  intervalMs: number
  onWoken: () => void
  /**
   * Whether nothing is open. As long as nothing is, PostgreSQL is asked only for what a deep reorg, or a foreign use of a key,
   * makes necessary.
   */
  isQuiet: () => boolean
}

export interface Upkeep {
  name: string
  run: () => Promise<void>
  intervalMs: number
}

export interface ManagerDeps extends StepDeps, UpkeepDeps {
  chains: ReadonlyMap<string, TransactionChain>
  /** Takes due requests of the chain. No other worker takes them for `leaseMs` milliseconds. */
  lease(chain: string, limit: number, leaseMs: number): Promise<Request[]>
  observe: TransactionObserver
  inSpan(request: Request, work: () => Promise<void>): Promise<void>
  onStepFailed: (id: string, error: unknown) => void
  now: Clock
}

interface UpkeepDeps {
  upkeepStore: GapStore & MinedStore & { hasOpenWork(chain: string): Promise<boolean> }
  repairStore: NonceRepairStore
  observe: Pick<TransactionObserver, 'foreignNonce'>
  onUpkeepFailed: (chain: string, error: unknown) => void
  now: Clock
}

export function makeTransactionManager(deps: ManagerDeps): TransactionManager {
  const takeStep = makeStep(deps, deps.chains)
  const step = (request: Request) =>
    deps.inSpan(request, () => takeStep(request)).catch((error: unknown) => deps.onStepFailed(request.id, error))
  return {
    tick: async (chain, most) => (await deps.lease(chain, most, leaseMs)).map(step),
    upkeep: (chain, o) => upkeepOf(deps, chain, o),
    hasOpenWork: (chain) => deps.upkeepStore.hasOpenWork(chain),
  }
}

function upkeepOf(
  { upkeepStore, repairStore, observe, onUpkeepFailed, now }: UpkeepDeps,
  chain: TransactionChain,
  { intervalMs, onWoken, isQuiet }: UpkeepOptions,
): Upkeep[] {
  const onError = (error: unknown) => onUpkeepFailed(chain.name, error)
  const foreignNonce = (key: NonceKey) => observe.foreignNonce(key)
  const hasOpenNonces = async (name: string) => !isQuiet() && (await upkeepStore.hasOpenNonces(name))
  const minedStore: MinedStore = {
    hasOpenNonces,
    wakeMined: (signer, nonces) => upkeepStore.wakeMined(signer, nonces),
    reopenNonces: (signer, minedNonce, afterMs) => upkeepStore.reopenNonces(signer, minedNonce, afterMs),
  }
  const poll = makeWakeMined(minedStore, chain, now)
  const wakeMined = async () => {
    if (await poll()) onWoken()
  }
  const repair = makeRepairNonces({
    store: { ...repairStore, hasOpenNonces },
    ...{ chain, onError, foreignNonce, now },
  })
  const fillGaps = makeFillNonceGaps({ store: upkeepStore, chain, onError, foreignNonce, now })
  return [
    { name: 'repaired', run: repair, intervalMs: repairIntervalMs },
    { name: 'mined', run: wakeMined, intervalMs },
    // Gaps are filled less often than the rest: behind an unused nonce everything waits anyway.
    {
      name: 'abandoned',
      run: async () => {
        if (!isQuiet()) await fillGaps()
      },
      intervalMs: 4 * intervalMs,
    },
  ]
}
