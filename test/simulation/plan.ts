import { type Random, randomOf } from './random.ts'

export const chainNames = ['devnet_a', 'devnet_b'] as const
export type ChainName = (typeof chainNames)[number]
export const programs = ['orderbook', 'relayer', 'solver'] as const
export type Program = (typeof programs)[number]

/** Something that goes wrong. Times are milliseconds since the start. */
export type Fault =
  | { kind: 'crash'; who: string; atMs: number; downMs: number }
  | { kind: 'reorg'; chain: ChainName; atMs: number; depth: number; lateTransactions: boolean }
  | { kind: 'halt'; chain: ChainName; atMs: number; forMs: number }
  | { kind: 'endpoint'; chain: ChainName; index: number; lie: string; atMs: number; forMs: number }
  | { kind: 'network'; to: string; atMs: number; forMs: number; lost: number; again: number; slowMs: number }

export interface PlannedSwap {
  from: ChainName
  token: 'usdc' | 'dai'
  path: 'permit' | 'signed' | 'prefunded' | 'eip3009'
  submitter: 'relayer' | 'wallet'
  /**
   * True: the application gives the relayer its secret from the first moment on, and leaves the check to the relayer.
   */
  isHasty: boolean
  /**
   * The application hands the secret over with `wait` once the source is initiated, and stays; or is gone for good as soon as the
   * relayer keeps it.
   */
  waits: 'never' | 'stays' | 'leaves'
  startMs: number
  /** The step at which the application ends for good; the user never comes back. */
  vanishesAt?: VanishingStep
}

/**
 * Steps after which a user may vanish: with a source that was never funded, one whose secret nobody knows, and a secret
 * that an honest relayer was handed.
 */
const vanishingSteps = ['initiating', 'waiting_for_market_maker', 'revealing', 'ensuring_claim'] as const
export type VanishingStep = (typeof vanishingSteps)[number]

/**
 * A maker that bids more than the solver, if it bids at all. `withdraws`: it refuses the order that it won. `fades`: it
 * takes the order and never funds it. `consents`: it does the same, and gives the source back when it is asked.
 */
export type Rival = 'declines' | 'hangs' | 'withdraws' | 'fades' | 'consents'

/**
 * A simulation: everything that a seed decides, except the times on the network and the random numbers of the programs.
 */
export interface Plan {
  seed: number
  swaps: PlannedSwap[]
  /**
   * `greedy`: takes a source as soon as it can know the secret, and takes a destination back where a reorganization
   * lets it.
   */
  maker: 'honest' | 'greedy'
  /**
   * True: when a greedy maker learns a secret, its funding is reorganized away, unless it is as deep as facts count.
   */
  isLucky: boolean
  /** `silent`: takes the secret, tells the maker, and does nothing. */
  relayer: 'honest' | 'silent'
  /** Milliseconds between two restarts of each user's application. With zero it only restarts by faults. */
  restlessMs: number
  /** True: applications hand a secret over once, and after a restart they only watch for the claim. */
  onlyWatch: boolean
  /**
   * How many endpoints each chain has. A single one is enough in a small simulation where none fails: it shows what
   * three that agree would show.
   */
  endpoints: 1 | 3
  /** Makers beside the solver, which then signs firm quotes as they do. Without any, the orderbook's engine quotes. */
  rivals: Rival[]
  faults: Fault[]
}

/**
 * Of every ten seeds, one has up to three swaps and six faults. Of every fifty, one has six swaps at once, whose claims
 * the relayer sends together. All others have one or two swaps, and at most two faults.
 */
const largeEvery = 10
const crowdedEvery = 50
/** In milliseconds since the start. */
const sizes = {
  small: { swaps: [1, 1, 1, 2], maxFaults: 2, faultsMs: 60_000, startsMs: 5_000 },
  large: { swaps: [1, 2, 3], maxFaults: 6, faultsMs: 100_000, startsMs: 20_000 },
  crowded: { swaps: [6], maxFaults: 6, faultsMs: 100_000, startsMs: 5_000 },
} as const
type Size = (typeof sizes)[keyof typeof sizes]
export const confirmations = 3
/** The longest time that a chain stands still, which the margins allow for. */
const longestHaltMs = 24_000

/** An endpoint that is behind, and one that does not answer. */
const failures = ['lags', 'hangs', 'cuts'] as const
/**
 * Lies of `packages/chain/src/lies`. The first endpoint tells none, because a user's wallet has no other one to compare
 * it with.
 */
const lies = ['zero_words', 'one_words', 'no_code', 'no_balance', 'turns_after_3'] as const

export function planOf(seed: number): Plan {
  const random = randomOf(`plan ${seed}`)
  const isLarge = seed % largeEvery === 0
  const size: Size = sizes[seed % crowdedEvery === 0 ? 'crowded' : isLarge ? 'large' : 'small']
  const maker = random.chance(0.4) ? 'greedy' : 'honest'
  const relayer = maker === 'greedy' && random.chance(0.5) ? 'silent' : 'honest'
  const more = randomOf(`more of plan ${seed}`)
  const isLucky = maker === 'greedy' && more.chance(0.5)
  const restlessMs = relayer === 'silent' && random.chance(0.5) ? random.between(3_000, 40_000) : 0
  const onlyWatch = restlessMs > 0 && randomOf(`applications of plan ${seed}`).chance(0.5)
  const waiting = randomOf(`claims of plan ${seed} that wait`)
  const swaps = Array.from({ length: random.pick(size.swaps) }, () => ({
    ...swapOf(random, size),
    // Only with an honest relayer: a silent one could keep the secret until the maker wants it.
    isHasty: relayer === 'honest' && more.chance(0.3),
    waits: relayer === 'honest' ? waiting.pick(waitingTimes) : ('never' as const),
  }))
  const faults = Array.from({ length: random.between(0, size.maxFaults) }, () => faultOf(random, size))
  const endpoints = isLarge || faults.some(({ kind }) => kind === 'endpoint') ? 3 : 1
  const plan: Plan = { seed, maker, isLucky, relayer, restlessMs, onlyWatch, swaps, endpoints, rivals: [], faults }
  return inOrder(relayer === 'honest' ? withBrokenPromises(plan, randomOf(`broken promises of plan ${seed}`)) : plan)
}

/** Three applications of ten have their claims wait. */
const waitingTimes = [...Array.from({ length: 7 }, () => 'never' as const), 'stays', 'leaves', 'leaves'] as const

const inOrder = (plan: Plan): Plan => ({ ...plan, faults: plan.faults.toSorted((a, b) => a.atMs - b.atMs) })

/**
 * Adds promises that are broken: in some plans a user, the solver or another maker leaves the others alone, so that
 * timeouts pass.
 */
function withBrokenPromises(plan: Plan, random: Random): Plan {
  const rivals = Array.from({ length: random.between(1, 3) }, () =>
    random.pick(['declines', 'hangs', 'withdraws', 'withdraws', 'fades', 'consents'] as const),
  )
  const vanishesAt = random.pick(vanishingSteps)
  const absence: Fault = { kind: 'crash', who: 'solver', atMs: random.between(0, 6_000), downMs: 600_000 }
  switch (random.pick(['user', 'solver', 'market', 'market', ...Array.from({ length: 16 }, () => 'none' as const)])) {
    case 'user':
      return { ...plan, swaps: plan.swaps.map((swap, index) => (index === 0 ? { ...swap, vanishesAt } : swap)) }
    case 'solver':
      return { ...plan, faults: [...plan.faults, absence] }
    case 'market':
      return plan.maker === 'honest' ? { ...plan, rivals } : plan
    default:
      return plan
  }
}

function swapOf(random: Random, { startsMs }: Size): Omit<PlannedSwap, 'isHasty' | 'waits'> {
  const token = random.pick(['usdc', 'dai'] as const)
  return {
    from: random.pick(chainNames),
    token,
    path: random.pick(
      token === 'usdc' ? (['permit', 'signed', 'prefunded', 'eip3009'] as const) : (['signed', 'prefunded'] as const),
    ),
    submitter: random.pick(['relayer', 'wallet'] as const),
    startMs: random.between(0, startsMs),
  }
}

function faultOf(random: Random, { faultsMs }: Size): Fault {
  const atMs = random.between(0, faultsMs)
  const chain = random.pick(chainNames)
  switch (random.pick(['crash', 'crash', 'reorg', 'reorg', 'halt', 'endpoint', 'endpoint', 'network'] as const)) {
    case 'crash':
      return { kind: 'crash', who: random.pick([...programs, 'user']), atMs, downMs: random.between(500, 20_000) }
    case 'reorg':
      return {
        kind: 'reorg',
        chain,
        atMs,
        depth: random.between(1, confirmations - 1),
        lateTransactions: random.chance(0.5),
      }
    case 'halt':
      return { kind: 'halt', chain, atMs, forMs: random.between(8_000, longestHaltMs) }
    case 'endpoint': {
      const isLying = random.chance(0.5)
      const isFromStart = random.chance(0.3)
      return {
        ...{ kind: 'endpoint', chain, index: random.between(isLying ? 1 : 0, 2), atMs: isFromStart ? 0 : atMs },
        ...{ lie: isLying ? random.pick(lies) : random.pick(failures), forMs: random.between(5_000, 90_000) },
      }
    }
    case 'network':
      return {
        ...{
          kind: 'network',
          to: random.pick([...programs, 'chains'] as const),
          atMs,
          forMs: random.between(3_000, 30_000),
        },
        ...{ lost: random.unit() / 2, again: random.unit() / 3, slowMs: random.between(0, 2_000) },
      }
  }
}
