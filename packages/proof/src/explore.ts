import { eachMove } from './moves.ts'
import { type Violation, violationOf } from './properties.ts'
import { makeEdges } from './reaches-end.ts'
import { makeStateTable, type StateTable } from './state-table.ts'
import { statusOf } from './status.ts'
import type { Step } from './step.ts'
import { decode, encode, firstState, type State, sizeOf, type World } from './world.ts'

/** Every reachable state, or the shortest way to one that breaks a property. */
export interface Explored {
  readonly states: number
  readonly steps: number
  /** How often each status was an order's last one. */
  readonly ends: ReadonlyMap<string, number>
  readonly found?: { readonly violation: Violation; readonly trace: readonly TracePoint[] }
}

export interface TracePoint {
  readonly state: State
  readonly step?: Step
}

/** Explores breadth first, so that the first violation has a shortest trace. */
export function explore(world: World, { most = Number.POSITIVE_INFINITY }: { most?: number } = {}): Explored {
  const { scenario } = world
  const bytes = new Uint8Array(sizeOf(scenario))
  const table = makeStateTable(bytes.length)
  const edges = makeEdges()
  const ends = new Map<string, number>()
  const lasts: number[] = []
  let steps = 0
  const broken = (violation: Violation, place: number): Explored => ({
    ...{ states: table.count, steps, ends },
    found: { violation, trace: traceTo(world, table, place) },
  })
  encode(firstState(scenario), bytes)
  table.add(bytes, -1)
  for (let place = 0; place < table.count; place += 1) {
    if (table.count > most) throw new Error(`"${scenario.name}" has more than ${most} states`)
    const state = decode(table.at(place), scenario)
    let followers = 0
    eachMove(world, state, ({ isByStranger }, next) => {
      followers += 1
      encode(next, bytes)
      const to = table.add(bytes, place).place
      if (isByStranger !== true) edges.add(place, to)
    })
    steps += followers
    const violation = violationOf(world, state, followers === 0)
    if (violation !== undefined) return broken(violation, place)
    if (followers > 0) continue
    lasts.push(place)
    for (const order of scenario.orders.keys()) {
      const status = statusOf(world, state, order)
      ends.set(status, (ends.get(status) ?? 0) + 1)
    }
  }
  const stuck = edges.firstStuck(table.count, lasts)
  if (stuck !== undefined) return broken({ property: 'no_end', order: 0, text: 'From here no run ends.' }, stuck)
  return { states: table.count, steps, ends }
}

function traceTo(world: World, table: StateTable, last: number): TracePoint[] {
  const places: number[] = []
  for (let place = last; place !== -1; place = table.parentOf(place)) places.unshift(place)
  const states = places.map((place) => decode(table.at(place), world.scenario))
  return states.map((state, index) => {
    const before = states[index - 1]
    return before === undefined ? { state } : { state, step: stepBetween(world, before, state) }
  })
}

function stepBetween(world: World, before: State, after: State): Step {
  const size = sizeOf(world.scenario)
  const [wanted, bytes] = [new Uint8Array(size), new Uint8Array(size)]
  encode(after, wanted)
  const found: Step[] = []
  eachMove(world, before, (step, next) => {
    encode(next, bytes)
    if (bytes.every((byte, index) => byte === wanted[index])) found.push(step)
  })
  const [first] = found
  if (first === undefined) throw new Error('a state of the trace does not follow from the one before')
  return first
}
