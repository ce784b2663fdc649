import { cancelled, claimed } from './registry.ts'
import { statusOf } from './status.ts'
import { type OrderSetup, type Scenario, type State, trueDepth, type Vault, type World } from './world.ts'

/** The properties that hold in every state, in words. */
export const properties = {
  user_loses: 'An honest user never pays the source without being paid on the destination.',
  maker_loses: 'An honest maker never pays a destination without being paid on its source.',
  secret: 'The secret of an honest user is public only where the destination pays.',
  false_completed: 'The status says `completed` only when both sides are paid for good.',
  wrong_end:
    'The status of an order that has ended says how it ended: paid, given back, never funded, or with money that a liar may still take back.',
  no_end: 'Every run ends: each escrow pays its recipient or repays its creator.',
} as const
export type Property = keyof typeof properties

/** A property that a state breaks, and a sentence that says how. */
export interface Violation {
  readonly property: Property
  readonly order: number
  readonly text: string
}

/** Whether nothing changes any more, except that a liar may take its own money back. */
export function isEnded(scenario: Scenario, state: State): boolean {
  return state.vaults.every(({ created, end, endDepth }, index) => {
    if (end !== 0) return endDepth >= trueDepth
    return isOver(scenario, state, index) && (created === 0 || !isCreatorHonest(scenario, index))
  })
}

/** Whether the vault's deadline has passed in the newest block that counts. */
function isOver(scenario: Scenario, state: State, index: number): boolean {
  const { chain = 0, cancelAfter = 0 } = scenario.vaults[index] ?? {}
  return (state.chains[chain]?.before ?? 0) >= cancelAfter
}

function isCreatorHonest(scenario: Scenario, index: number): boolean {
  return scenario.orders.some(
    ({ source, destination, user, maker }) =>
      (source === index && user === 'honest') || (destination === index && maker === 'honest'),
  )
}

const isFor = (vault: Vault, end: number) => vault.end === end && vault.endDepth >= trueDepth

/** Finds the first property that a state breaks. `isLast` says that no step follows the state. */
export function violationOf(world: World, state: State, isLast: boolean): Violation | undefined {
  const { scenario } = world
  for (const [order, setup] of scenario.orders.entries()) {
    const found = moneyOf(scenario, state, order, setup) ?? statusProblem(world, state, order)
    if (found !== undefined) return found
  }
  if (isLast && !isEnded(scenario, state))
    return { property: 'no_end', order: 0, text: 'The run ends nowhere: an escrow stays open.' }
  return undefined
}

/** Whether the vault's creator has its money back, never put it in, or can only take it back. */
function paysNever(scenario: Scenario, state: State, index: number): boolean {
  const vault = state.vaults[index] as Vault
  return isFor(vault, cancelled) || (vault.end === 0 && isOver(scenario, state, index))
}

function moneyOf(scenario: Scenario, state: State, order: number, setup: OrderSetup): Violation | undefined {
  const [source, destination] = [setup.source, setup.destination].map((index) => state.vaults[index]) as [Vault, Vault]
  const isUnpaid = paysNever(scenario, state, setup.destination)
  if (setup.user === 'honest') {
    if (isFor(source, claimed) && isUnpaid)
      return {
        property: 'user_loses',
        order,
        text: 'The user loses: the maker was paid the source, and the destination pays never more.',
      }
    if (state.memory[setup.secret]?.known === 1 && isUnpaid)
      return {
        property: 'secret',
        order,
        text: 'The secret of the user is public, and the destination pays never more.',
      }
  }
  if (setup.maker !== 'honest' || !isFor(destination, claimed)) return undefined
  if (paysNever(scenario, state, setup.source))
    return {
      property: 'maker_loses',
      order,
      text: 'The maker loses: the user was paid the destination, and the source pays never more.',
    }
  const isPaidTwice = scenario.orders.some(
    (other, index) =>
      index < order && other.source === setup.source && isFor(state.vaults[other.destination] as Vault, claimed),
  )
  return isPaidTwice
    ? { property: 'maker_loses', order, text: 'The maker loses: two destinations were paid against one source.' }
    : undefined
}

function statusProblem(world: World, state: State, order: number): Violation | undefined {
  const setup = world.scenario.orders[order] as OrderSetup
  const sides = [setup.source, setup.destination].map((index) => state.vaults[index]) as [Vault, Vault]
  const status = statusOf(world, state, order)
  const isPaid = sides.every((vault) => isFor(vault, claimed))
  if (status === 'completed' && !isPaid)
    return {
      property: 'false_completed',
      order,
      text: 'The status says `completed`, and a side can still be taken back.',
    }
  if (!isEnded(world.scenario, state)) return undefined
  const expected = isPaid
    ? 'completed'
    : sides.some(({ created, end }) => created > 0 && end === 0)
      ? 'refundable'
      : sides.every(({ created }) => created === 0)
        ? 'expired'
        : sides.some((vault) => isFor(vault, claimed))
          ? 'conflict'
          : 'cancelled'
  return status === expected
    ? undefined
    : { property: 'wrong_end', order, text: `The order has ended as ${expected}, and its status says ${status}.` }
}
