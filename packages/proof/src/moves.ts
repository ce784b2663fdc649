import { mineMoves, reorgMoves, tickMoves } from './chain-moves.ts'
import { keeperMoves } from './keeper-moves.ts'
import { makerMoves } from './maker-moves.ts'
import { isEnded } from './properties.ts'
import { relayerMoves } from './relayer-moves.ts'
import type { Emit, Step } from './step.ts'
import { userMoves } from './user-moves.ts'
import { copyOf, type State, type World } from './world.ts'

/** A run in which an order still goes on this many ticks after its last deadline never ends. */
const graceTicks = 8

/**
 * Visits every step that can follow a state. A tick ends only when no honest party that is up has something urgent to do,
 * because an honest party acts within a block's time.
 */
export function eachMove(world: World, state: State, visit: (step: Step, next: State) => void): void {
  const { scenario } = world
  if (isEnded(scenario, state)) return
  let isUrgent = false
  const emit: Emit = (step, change, urgent = false) => {
    isUrgent ||= urgent
    const next = copyOf(state)
    change(next)
    visit(step, next)
  }
  mineMoves(world, state, emit)
  reorgMoves(scenario, state, emit)
  for (const order of scenario.orders.keys()) {
    userMoves(world, state, order, emit)
    makerMoves(world, state, order, emit)
    relayerMoves(world, state, order, emit)
    if (scenario.hasKeeper) keeperMoves(world, state, order, emit)
  }
  outageMoves(world, state, emit)
  const last = Math.max(...scenario.vaults.map(({ cancelAfter }) => cancelAfter)) + graceTicks
  if (!isUrgent && state.now < last) tickMoves(world, state, emit)
}

/** Lets a party crash. It forgets what was not stored: the relayer's decision before its commit, and the user's patience. */
function outageMoves({ scenario }: World, state: State, emit: Emit): void {
  if (state.outages === 0) return
  const { outageTicks, pauseTicks } = scenario.bounds
  for (const party of ['user', 'maker', 'relayer'] as const) {
    const isHonest =
      party === 'relayer' ? scenario.relayer === 'honest' : scenario.orders.some((order) => order[party] === 'honest')
    if (!isHonest || state.down[party] > 0 || (party === 'user' && scenario.isUserSteady)) continue
    emit(
      { text: `The ${party} crashes, and is away for ${outageTicks} ${outageTicks === 1 ? 'tick' : 'ticks'}.` },
      (next) => {
        next.outages -= 1
        next.down[party] = outageTicks
        for (const memory of next.memory) {
          if (party === 'user') memory.patience = 0
          if (party === 'relayer' && memory.claim === 2) Object.assign(memory, { claim: 1, lease: 0 })
        }
      },
    )
    if (party !== 'relayer' || state.memory.every(({ claim }) => claim !== 2)) continue
    emit({ text: `The relayer stands still for ${pauseTicks} ticks, in the middle of its work.` }, (next) => {
      next.outages -= 1
      next.down.relayer = pauseTicks
    })
  }
}
