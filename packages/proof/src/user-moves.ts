import { derived, readingsOf, secs } from './readings.ts'
import type { Pair } from './rules.ts'
import type { Emit } from './step.ts'
import type { Memory, OrderSetup, State, Vault, World } from './world.ts'

/** The time by the clock that every honest party has, in unix seconds. */
export const ownTime = ({ scenario }: World, { now }: State): number => secs(now + scenario.ownClock)

/** The steps of an honest user. A liar has none of its own, because only the contracts bound it. */
export function userMoves(world: World, state: State, order: number, emit: Emit): void {
  const setup = world.scenario.orders[order] as OrderSetup
  const memory = state.memory[order] as Memory
  const isGone = world.scenario.isUserGone && memory.given === 1
  if (setup.user !== 'honest' || state.down.user > 0 || isGone) return
  if (memory.asked === 0) {
    const [pair] = pairsOf(world, state, order)
    if (pair !== undefined && fundingDecision(world, order, pair, ownTime(world, state)).type === 'safe')
      emit({ order, text: 'The user has its source escrow created.' }, (next) => {
        const [noted, vault] = [next.memory[order], next.vaults[setup.source]]
        if (noted) noted.asked = 1
        if (vault) vault.creating = 1
      })
    return
  }
  revealMoves(world, state, order, emit)
  claimByWallet(world, state, order, emit)
  const [source] = readingsOf(world, state, order, 'source')
  const { cancelling } = state.vaults[setup.source] as Vault
  const { terms } = derived(world, order)
  if (source?.latest.state === 'open' && source.chainTime >= terms.source.cancelAfter && cancelling === 0)
    emit(
      { order, text: 'The user takes the source back: its time is over.' },
      (next) => {
        const vault = next.vaults[setup.source]
        if (vault) vault.cancelling = 1
      },
      true,
    )
}

/**
 * What the user decides about paying the source.
 *
 * @param now unix seconds by the clocks of application and relayer.
 */
export function fundingDecision(world: World, order: number, { source, destination }: Pair, now: number) {
  const { rules, scenario } = world
  const { windows } = derived(world, order)
  const { times } = scenario.orders[order] as OrderSetup
  const clocks = { source: source.chainTime, destination: destination.chainTime }
  const fillBy = secs(times.fillBy)
  const cancelAfter = { source: source.terms.cancelAfter, destination: destination.terms.cancelAfter }
  const problem = rules.windowProblem(cancelAfter, { ...windows, now: clocks, fillBy })
  if (problem !== undefined) return { type: 'refuse', reason: problem } as const
  return rules.decideInitiation({
    source: { ...source, headNumber: 0n },
    prefund: undefined,
    minWindowSecs: 0,
    destination: {
      ...{ chain: 'destination', cancelAfter: cancelAfter.destination, chainTime: destination.chainTime },
      windowSecs: rules.fillWindowSecs(windows.source, windows.destination, windows.worthUsd),
      ...{ fillBy, initiateBy: secs(times.initiateBy) },
    },
    now,
  })
}

/** The readings of both vaults, in every combination. */
export const pairsOf = (world: World, state: State, order: number): Pair[] =>
  readingsOf(world, state, order, 'source').flatMap((source) =>
    readingsOf(world, state, order, 'destination').map((destination) => ({ source, destination })),
  )

/** The application saves that the secret may have left before it lets it leave. */
function revealMoves(world: World, state: State, order: number, emit: Emit): void {
  const { scenario } = world
  const { given, claim } = state.memory[order] as Memory
  const isRelayerThere = scenario.relayer === 'honest' && state.down.relayer === 0
  if (given === 1 && (!isRelayerThere || claim > 0)) return
  const { secret } = scenario.orders[order] as OrderSetup
  const now = ownTime(world, state)
  for (const pair of pairsOf(world, state, order)) {
    if (revealDecision(world, order, pair, now).type !== 'reveal') continue
    const isTaken = isRelayerThere && claimDecision(world, order, pair, now).type === 'safe'
    if (given === 1 && !isTaken) continue
    const text = isTaken
      ? 'The user hands the secret to the relayer, which takes the claim on.'
      : scenario.relayer === 'lying'
        ? 'The user hands the secret to the relayer, which tells it to the maker.'
        : 'The user hands the secret to the relayer, which does not take it.'
    emit({ order, text }, (next) => {
      const [noted, shared] = [next.memory[order], next.memory[secret]]
      if (noted) Object.assign(noted, { given: 1, claim: isTaken ? 1 : 0 })
      if (shared && scenario.relayer === 'lying') shared.known = 1
    })
  }
}

/**
 * Whether the application hands the secret over.
 *
 * @param now unix seconds by the application's clock.
 */
export function revealDecision(world: World, order: number, { source, destination }: Pair, now: number) {
  const { windows } = derived(world, order)
  return world.rules.decideReveal({
    source: { ...source, safetySecs: windows.source.claim_safety_secs },
    destination: { ...destination, safetySecs: windows.destination.claim_safety_secs },
    ...{ now, isRouteOpen: true, isPayable: true },
  })
}

/**
 * Whether the relayer accepts the claim.
 *
 * @param now unix seconds by the relayer's clock.
 */
export function claimDecision(world: World, order: number, { source, destination }: Pair, now: number) {
  const { windows } = derived(world, order)
  return world.rules.decideClaim({
    source: { ...source, headNumber: 0n },
    destination: { ...destination, headNumber: 0n },
    claimSafetySecs: windows.destination.claim_safety_secs,
    sourceSafetySecs: world.rules.sourceSafetySecs(windows),
    now,
  })
}

/**
 * When no honest relayer has the claim, the wallet claims: at once if the relayer has refused, and
 * otherwise when its patience ends.
 */
function claimByWallet(world: World, state: State, order: number, emit: Emit): void {
  const { rules, scenario } = world
  const { destination: index, secret } = scenario.orders[order] as OrderSetup
  const { given, claim, patience } = state.memory[order] as Memory
  const { claiming } = state.vaults[index] as Vault
  if (given === 0 || claim > 0 || claiming > 0) return
  const { terms, windows } = derived(world, order)
  const [destination] = readingsOf(world, state, order, 'destination')
  if (destination?.latest.state !== 'open' || destination.chainTime >= terms.destination.cancelAfter) return
  const secsLeft = terms.destination.cancelAfter - Math.max(destination.chainTime, ownTime(world, state))
  if (scenario.relayer !== 'honest' && patience === 0) {
    const text = 'The user’s application watches for the claim.'
    const halfTicks = Math.max(
      1,
      Math.round(rules.patienceOf(secsLeft, windows.destination.claim_safety_secs) / secs(0.5)),
    )
    emit({ order, text }, (next) => void Object.assign(next.memory[order] as Memory, { patience: halfTicks }), true)
    return
  }
  if (scenario.relayer !== 'honest' && secsLeft >= secs(patience / 2)) return
  emit(
    { order, text: 'The user’s wallet claims the destination.' },
    (next) => {
      const [vault, shared] = [next.vaults[index], next.memory[secret]]
      if (vault) vault.claiming = 1
      if (shared) shared.known = 1
    },
    true,
  )
}
