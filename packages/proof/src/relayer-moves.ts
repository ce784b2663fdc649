import { derived, readingsOf } from './readings.ts'
import type { Emit } from './step.ts'
import { claimDecision, ownTime, pairsOf } from './user-moves.ts'
import { type Memory, type OrderSetup, type State, tickSecs, type Vault, type World } from './world.ts'

/** How long a decision is leased, in ticks. */
const leaseTicks = 1

/**
 * Lets the relayer decide again, commit the reveal while its lease and the deadline allow it, and broadcast until the end.
 */
export function relayerMoves(world: World, state: State, order: number, emit: Emit): void {
  const { scenario } = world
  if (scenario.relayer !== 'honest' || state.down.relayer > 0) return
  const { claim } = state.memory[order] as Memory
  if (claim === 1) decideMoves(world, state, order, emit)
  if (claim === 2) commitMoves(world, state, order, emit)
  if (claim === 3) broadcastMoves(world, state, order, emit)
}

function decideMoves(world: World, state: State, order: number, emit: Emit): void {
  for (const pair of pairsOf(world, state, order)) {
    const { type: decision } = claimDecision(world, order, pair, ownTime(world, state))
    const set = (over: Partial<Memory>) => (next: State) => void Object.assign(next.memory[order] as Memory, over)
    if (decision === 'safe')
      emit({ order, text: 'The relayer decides that the claim is safe.' }, set({ claim: 2, lease: 1 }), true)
    if (decision === 'refuse')
      emit({ order, text: 'The relayer refuses the claim, and forgets the secret.' }, set({ claim: 0 }), true)
  }
}

/** Commits the reveal. From then on the secret counts as public. */
function commitMoves(world: World, state: State, order: number, emit: Emit): void {
  const { rules, scenario } = world
  const { windows, terms } = derived(world, order)
  const { lease } = state.memory[order] as Memory
  const now = ownTime(world, state)
  const leasedUntil = new Date((now + (leaseTicks - lease + 1) * tickSecs) * 1_000)
  const destination = { chain: 'b', vault: terms.destination.token, terms: terms.destination, valueUsd: undefined }
  const work = { kind: 'claim', hop: null, destination, source: destination } as never
  const until = rules.revealableUntil([{ leasedUntil, work }], windows.destination.claim_safety_secs)
  if (now * 1_000 >= until.getTime()) {
    emit(
      { order, text: 'The relayer’s lease is over: it decides again.' },
      (next) => void Object.assign(next.memory[order] as Memory, { claim: 1, lease: 0 }),
      lease > leaseTicks,
    )
    return
  }
  const { secret } = scenario.orders[order] as OrderSetup
  const commit = (next: State) => {
    Object.assign(next.memory[order] as Memory, { claim: 3, lease: 0 })
    const shared = next.memory[secret]
    if (shared) shared.known = 1
  }
  emit({ order, text: 'The relayer commits the reveal: the secret counts as public.' }, commit, true)
}

function broadcastMoves(world: World, state: State, order: number, emit: Emit): void {
  const { destination: index } = world.scenario.orders[order] as OrderSetup
  const { terms } = derived(world, order)
  const { claiming } = state.vaults[index] as Vault
  const [destination] = readingsOf(world, state, order, 'destination')
  if (claiming > 0 || destination?.latest.state !== 'open') return
  if (destination.chainTime >= terms.destination.cancelAfter) return
  emit(
    { order, text: 'The relayer broadcasts the claim of the destination.' },
    (next) => {
      const vault = next.vaults[index]
      if (vault) vault.claiming = 1
    },
    true,
  )
}
