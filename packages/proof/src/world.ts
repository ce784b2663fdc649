import type { WindowChain } from '@tandem/contracts'
import type { EscrowTerms } from '@tandem/escrow'
import type { Rules } from './rules.ts'

/** Seconds of one tick: the block time of both chains. */
export const tickSecs = 60
/** With how many confirmations a fact counts. No mutation changes this. */
export const trueDepth = 2
/** How many endpoints each chain has. */
export const endpoints = 3

/** How much may go wrong in one run. */
export interface Bounds {
  /** How many blocks each chain may miss. */
  readonly halts: readonly [number, number]
  /** How many reorganizations each chain may have. */
  readonly reorgs: number
  readonly reorgDepth: number
  /** How many outages honest parties may have. */
  readonly outages: number
  readonly outageTicks: number
  /** How many ticks a relayer can stand still between a decision and its commit. */
  readonly pauseTicks: number
  /** How many blocks it takes until an honest party's transaction is mined. */
  readonly inclusion: number
  /** How many endpoints of each chain tell the same lie. */
  readonly colluders: number
}

/** The times of an order in ticks, each by its own chain's clock. */
export interface Times {
  readonly initiateBy: number
  readonly fillBy: number
  readonly destination: number
  readonly source: number
}

/** How a party behaves. A lying one does whatever the contracts allow, and all liars work together. */
export type Conduct = 'honest' | 'lying' | 'absent'

/** The vaults of an order's sides, by their place in the state, and its parties. */
export interface OrderSetup {
  readonly source: number
  readonly destination: number
  /** The order whose secret it shares; its own place where it shares none. */
  readonly secret: number
  readonly times: Times
  readonly user: Conduct
  readonly maker: Conduct
  /** If true, the maker is gone for good once the destination is funded. */
  readonly doesMakerSleep: boolean
  /** US dollars that the order is worth at the operator's ceilings. */
  readonly worth: bigint
}

export interface Scenario {
  readonly name: string
  readonly bounds: Bounds
  readonly orders: readonly OrderSetup[]
  /** The vaults of the scenario, each with its chain and its deadline. */
  readonly vaults: readonly { readonly chain: 0 | 1; readonly cancelAfter: number }[]
  /** A lying relayer gives the secret to the lying maker. */
  readonly relayer: Conduct
  readonly hasKeeper: boolean
  /** If true, users have no outages. */
  readonly isUserSteady: boolean
  /** If true, users are gone for good once they have handed the secret over. */
  readonly isUserGone: boolean
  /** Ticks by which a chain's clock is ahead of the true time. */
  readonly ahead: readonly [number, number]
  /** Ticks by which honest clocks are ahead of the true time. */
  readonly ownClock: number
  readonly chains: readonly [WindowChain, WindowChain]
}

export interface World {
  readonly scenario: Scenario
  readonly rules: Rules
  /** The terms of the escrows. In a replay they are those of the real ones. */
  readonly terms: readonly EscrowTerms[]
}

export interface Chain {
  /** Times of the newest block and of the one below it, in ticks. */
  time: number
  before: number
  /** How many blocks it may still miss, and how many reorganizations are left. */
  halts: number
  reorgs: number
}

/** A vault, and honest transactions that wait to be mined there. */
export interface Vault {
  /**
   * How many confirmations the creation has, up to {@link trueDepth}. Zero while the vault is
   * missing.
   */
  created: number
  /** Whether it came later than the order's `initiate_by`. */
  isLate: number
  /** How the vault ended: 0 while it is open or missing, 1 when it was claimed, 2 when it was cancelled. */
  end: number
  endDepth: number
  /** The tick in which it was claimed. */
  endAt: number
  /** Whether a creation waits to be mined. */
  creating: number
  /** How many blocks a claim, or a cancellation, has waited, plus one. Zero when none waits. */
  claiming: number
  cancelling: number
}

export interface Memory {
  /** Whether the user has asked for its source to be created. */
  asked: number
  /** Whether the secret may have left the user. */
  given: number
  /**
   * When less time than this is left, in half ticks, the user's wallet claims by itself. It is zero
   * until the application watches for the claim, and after a crash.
   */
  patience: number
  /**
   * How far the relayer's claim is: 0 none, 1 accepted, 2 decided to be safe but not committed, 3
   * revealed.
   */
  claim: number
  /**
   * How many ticks ago the relayer decided, plus one. Zero when no decision waits for its commit.
   */
  lease: number
  /** Whether every party knows the secret. */
  known: number
  /** How far the maker's funding is: 0 none, 1 noted in the journal, 2 broadcast. */
  funded: number
  consented: number
  /** How many blocks ago a transaction used the funding's nonce up, and whether one still waits in the pools. */
  filled: number
  filling: number
}

export interface State {
  now: number
  outages: number
  down: { user: number; maker: number; relayer: number }
  chains: Chain[]
  vaults: Vault[]
  memory: Memory[]
}

const chainFields = ['time', 'before', 'halts', 'reorgs'] as const
const vaultFields = ['created', 'isLate', 'end', 'endDepth', 'endAt', 'creating', 'claiming', 'cancelling'] as const
const memoryFields = [
  ...['asked', 'given', 'patience', 'claim', 'lease', 'known', 'funded', 'consented', 'filled', 'filling'],
] as (keyof Memory)[]

export const sizeOf = ({ vaults, orders }: Scenario): number =>
  5 + 2 * chainFields.length + vaults.length * vaultFields.length + orders.length * memoryFields.length

/** Two states are the same when their bytes are. */
export function encode(state: State, bytes: Uint8Array): void {
  let at = 0
  const put = (value: number) => {
    bytes[at] = value
    at += 1
  }
  put(state.now)
  put(state.outages)
  put(state.down.user)
  put(state.down.maker)
  put(state.down.relayer)
  for (const chain of state.chains) for (const field of chainFields) put(chain[field])
  for (const vault of state.vaults) for (const field of vaultFields) put(vault[field])
  for (const memory of state.memory) for (const field of memoryFields) put(memory[field])
}

export function decode(bytes: Uint8Array, { vaults, orders }: Scenario): State {
  let at = 0
  const take = () => {
    at += 1
    return bytes[at - 1] as number
  }
  const record = <F extends string>(fields: readonly F[]) => {
    const made = {} as Record<F, number>
    for (const field of fields) made[field] = take()
    return made
  }
  return {
    now: take(),
    outages: take(),
    down: { user: take(), maker: take(), relayer: take() },
    chains: [record(chainFields), record(chainFields)],
    vaults: vaults.map(() => record(vaultFields)),
    memory: orders.map(() => record(memoryFields)),
  }
}

export const copyOf = (state: State): State => ({
  ...state,
  down: { ...state.down },
  chains: state.chains.map((chain) => ({ ...chain })),
  vaults: state.vaults.map((vault) => ({ ...vault })),
  memory: state.memory.map((memory) => ({ ...memory })),
})

/** The state in which a run begins: the orders are made, and nothing is on chain. */
export function firstState({ vaults, orders, bounds, ahead }: Scenario): State {
  const zeros = <F extends string>(fields: readonly F[]) =>
    Object.fromEntries(fields.map((field) => [field, 0])) as Record<F, number>
  const chain = (index: 0 | 1) => ({
    ...{ time: 1 + ahead[index], before: ahead[index] },
    ...{ halts: bounds.halts[index], reorgs: bounds.reorgs },
  })
  return {
    now: 1,
    outages: bounds.outages,
    down: { user: 0, maker: 0, relayer: 0 },
    chains: [chain(0), chain(1)],
    vaults: vaults.map(() => zeros(vaultFields)),
    memory: orders.map(() => zeros(memoryFields)),
  }
}
