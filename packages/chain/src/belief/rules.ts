import type { Fault } from '../endpoint/fault.ts'
import type { Belief } from './belief.ts'

export type Answer<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'asked' }
  | { readonly state: 'failed'; readonly fault: Fault; readonly reason: string }
  | { readonly state: 'said'; readonly value: T }

/** The answers so far, in the order of the endpoints, and how many of them are a majority. */
export interface Answers<T> {
  readonly answers: readonly Answer<T>[]
  readonly majority: number
}

/**
 * What follows from the answers so far. With `isSettled` no further answer can change the belief. `against` lists the
 * endpoints that contradict it, by their place.
 */
export interface Decision<T> {
  readonly isSettled: boolean
  readonly belief: Belief<T>
  readonly against: readonly number[]
}

export type Rule<T, B = T> = (all: Answers<T>) => Decision<B>

const kindOf = (endpoints: number) => (endpoints === 1 ? ('single' as const) : ('agreed' as const))

const saidOf = <T>(answers: readonly Answer<T>[]): T[] =>
  answers.flatMap((one) => (one.state === 'said' ? [one.value] : []))

const openOf = <T>(answers: readonly Answer<T>[]): number =>
  answers.filter(({ state }) => state === 'idle' || state === 'asked').length

export function unbelieved<T>({ answers, majority }: Answers<T>, dispute: string): Belief<never> {
  const said = saidOf(answers).length
  if (said >= majority) return { kind: 'disputed', reason: dispute }
  const reasons = answers.flatMap((one) => (one.state === 'failed' ? [one.reason] : []))
  const details = reasons.length > 0 ? { details: [...new Set(reasons)].join('; ') } : {}
  return { kind: 'waiting', reason: `${said} of the ${majority} endpoints that must agree answer`, ...details }
}

/** The rule for facts: a majority must say the same. */
export const majorityRule =
  <T>(isSame: (one: T, other: T) => boolean = isSameContent): Rule<T> =>
  (all) => {
    const { answers, majority } = all
    const said = answers.flatMap((one, index) => (one.state === 'said' ? [{ index, value: one.value }] : []))
    const groups = said.map(({ value }) => said.filter((other) => other.value === value || isSame(value, other.value)))
    const largest = groups.toSorted((one, other) => other.length - one.length)[0] ?? []
    const [first] = largest
    if (first === undefined || largest.length < majority) {
      const isSettled = largest.length + openOf(answers) < majority
      return { isSettled, belief: unbelieved(all, 'the endpoints contradict each other'), against: [] }
    }
    const against = said.flatMap((one) => (largest.includes(one) ? [] : [one.index]))
    return { isSettled: true, belief: { kind: kindOf(answers.length), value: first.value }, against }
  }

/**
 * The rule for values that only grow, or for the least amount of money: the highest value that a majority has reached.
 */
export const highestReachedRule: Rule<bigint> = (all) => {
  const { answers, majority } = all
  const highestFirst = saidOf(answers).sort((a, b) => (a > b ? -1 : 1))
  const value = highestFirst[majority - 1]
  const open = openOf(answers)
  if (value === undefined) return { isSettled: open === 0, belief: unbelieved(all, ''), against: [] }
  const isSettled = open === 0 || highestFirst[majority - 1 - open] === value
  return { isSettled, belief: { kind: kindOf(answers.length), value }, against: [] }
}

export function isSameContent(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const names = Object.keys(one)
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) return false
  return names.every((name) => name in other && isSameContent(one[name as never], other[name as never]))
}
