import { type Belief, isBelieved } from '@tandem/chain'
import type { EscrowTerms, VaultView } from '@tandem/escrow'
import { cancelled, claimed } from './registry.ts'
import type { Reading, Rules } from './rules.ts'
import { endpoints, type OrderSetup, type State, tickSecs, trueDepth, type Vault, type World } from './world.ts'

export const secs = (ticks: number): number => ticks * tickSecs

const missing: VaultView = { state: 'missing' }
const views: Record<'open' | 'claimed' | 'cancelled', VaultView> = {
  open: { state: 'open', hasTerms: true, balance: 1n },
  claimed: { state: 'claimed', hasTerms: true, balance: 0n },
  cancelled: { state: 'cancelled', hasTerms: true, balance: 0n },
}

/** A vault as those facts show it that have at least this many confirmations. */
function viewAt({ created, end, endDepth }: Vault, depth: number): VaultView {
  if (created < depth) return missing
  if (endDepth < depth) return views.open
  return end === claimed ? views.claimed : end === cancelled ? views.cancelled : views.open
}

export interface Derived {
  /** How many confirmations a fact must have, by the rules. */
  readonly depth: number
  readonly worthUsd: number | undefined
  readonly believed: (truth: Reading, lie: Reading) => Reading | undefined
  readonly windows: {
    readonly source: World['scenario']['chains'][number]
    readonly destination: World['scenario']['chains'][number]
    readonly minMarginSecs: number
    readonly worthUsd: number | undefined
  }
  /** The maker's policy. */
  readonly policy: ReturnType<Rules['policyFor']>
  readonly terms: { readonly source: EscrowTerms; readonly destination: EscrowTerms }
}

/** Remembers a value for each order, because a world has few orders and states ask often. */
export function ofOrder<T>(make: (world: World, order: number) => T): (world: World, order: number) => T {
  const known = new WeakMap<World, Map<number, T>>()
  return (world, order) => {
    const orders = known.get(world) ?? new Map<number, T>()
    known.set(world, orders)
    const found = orders.get(order) ?? make(world, order)
    orders.set(order, found)
    return found
  }
}

export const derived = ofOrder(derive)

const assets = [{ asset: 'usd', decimals: 0, usd_price_ceiling: '1' }]

function derive({ scenario, rules, terms }: World, order: number): Derived {
  const setup = scenario.orders[order] as OrderSetup
  const amount = String(setup.worth)
  // The order's own price is zero, as a lying orderbook could write it. Only the pinned price ceilings count.
  const priced = {
    source_intent: { asset: 'usd', amount },
    destination_intent: { asset: 'usd', amount },
    source_token_price: '0',
  }
  const worthUsd = rules.highestWorthUsd(assets, priced)
  const sideOf = (vault: number) => {
    const { chain } = scenario.vaults[vault] as World['scenario']['vaults'][number]
    return { config: scenario.chains[chain], terms: terms[vault] as EscrowTerms }
  }
  const [source, destination] = [sideOf(setup.source), sideOf(setup.destination)]
  const head = 100n
  const counted = rules.lastCountedBlock(rules.confirmationDepth(source.config, worthUsd), { head, tagged: undefined })
  return {
    depth: Math.min(trueDepth, Number(head - counted) + 1),
    worthUsd,
    believed: makeBelieved(rules, scenario.bounds.colluders),
    windows: { source: source.config, destination: destination.config, minMarginSecs: 0, worthUsd },
    policy: rules.policyFor(
      { source: { chain: source }, destination: { chain: destination } },
      { isPaused: false, minProfitBips: undefined, minMarginSecs: 0, ownMarginSecs: 0, assets: undefined },
      worthUsd,
    ),
    terms: { source: source.terms, destination: destination.terms },
  }
}

/** Makes the belief from several endpoints. The liars among them answer first, and all say the same. */
function makeBelieved(rules: Rules, colluders: number): Derived['believed'] {
  const known = new Map<string, 'truth' | 'lie' | 'nothing'>()
  const decide = (truth: Reading, lie: Reading) => {
    const told = Array.from({ length: endpoints }, (_, index) => (index < colluders ? lie : truth))
    const belief = settle(rules, told)
    return !isBelieved(belief) ? 'nothing' : belief.value === truth ? 'truth' : 'lie'
  }
  return (truth, lie) => {
    const key = `${truth.latest.state} ${truth.atDepth.state}`
    const found = known.get(key) ?? decide(truth, lie)
    known.set(key, found)
    return { truth, lie, nothing: undefined }[found]
  }
}

function settle(rules: Rules, told: readonly Reading[]): Belief<Reading> {
  const rule = rules.majorityRule()
  const majority = rules.majorityOf(told.length)
  for (let said = 1; said <= told.length; said += 1) {
    const answers = told.map((value, index) =>
      index < said ? ({ state: 'said', value } as const) : ({ state: 'asked' } as const),
    )
    const { isSettled, belief } = rule({ answers, majority })
    if (isSettled) return belief
  }
  throw new Error('no rule leaves a question open when every endpoint has answered')
}

/**
 * A vault as the party may believe it to be. Lying endpoints say the opposite of a missing or open escrow; a second
 * reading is given where the lie is believed.
 */
export function readingsOf(world: World, state: State, order: number, side: 'source' | 'destination'): Reading[] {
  const { scenario } = world
  const { depth, believed, terms } = derived(world, order)
  const { [side]: index, times } = scenario.orders[order] as OrderSetup
  const vault = state.vaults[index] as Vault
  const chain = state.chains[scenario.vaults[index]?.chain ?? 0] as State['chains'][number]
  const truth: Reading = {
    terms: terms[side],
    latest: viewAt(vault, 1),
    atDepth: viewAt(vault, depth),
    chainTime: secs(chain.time),
    createdAt: vault.created === 0 ? undefined : secs(times.initiateBy + vault.isLate),
    timeAtDepth: secs(depth === 1 ? chain.time : chain.before),
  }
  const lie: Reading =
    truth.latest.state === 'missing'
      ? { ...truth, latest: views.open, atDepth: views.open }
      : { ...truth, latest: missing, atDepth: missing }
  const found = believed(truth, lie)
  if (found === undefined) return []
  return found === truth ? [truth] : [truth, found]
}
