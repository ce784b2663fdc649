import { type Rule, unbelieved } from '../belief/rules.ts'

/**
 * Heads whose timestamps differ by more than this many milliseconds are not compared: one of their endpoints has
 * stopped, or invents blocks.
 */
const maxApartMs = 3_000

export const maxApartOf = (blockTimeMs: number): bigint => BigInt(Math.max(2, Math.ceil(maxApartMs / blockTimeMs)))

export interface CommonBlock<T> {
  readonly number: bigint
  readonly heads: readonly (T | undefined)[]
}

/**
 * The newest block that a majority has, in the largest group of close heads.
 * @param maxApart blocks from the lowest head of the group to its highest.
 */
export const commonBlock =
  <T extends { readonly number: bigint }>(maxApart: bigint): Rule<T, CommonBlock<T>> =>
  (all) => {
    const { answers, majority } = all
    const heads = answers.map((one) => (one.state === 'said' ? one.value : undefined))
    const numbers = heads.flatMap((head) => head?.number ?? []).sort((a, b) => (a > b ? -1 : 1))
    const groupFrom = (lowest: bigint) => numbers.filter((one) => one >= lowest && one <= lowest + maxApart)
    const group = numbers.map(groupFrom).toSorted((one, other) => other.length - one.length)[0] ?? []
    const number = group[majority - 1]
    const open = answers.filter(({ state }) => state === 'idle' || state === 'asked').length
    if (number === undefined)
      return { isSettled: open === 0, belief: unbelieved(all, 'the endpoints are too far apart'), against: [] }
    const kind = answers.length === 1 ? 'single' : 'agreed'
    // An endpoint that has not answered yet may be as high as the highest of the group.
    const isSettled = open === 0 || group[majority - 1 - open] === number
    return { isSettled, belief: { kind, value: { number, heads } }, against: [] }
  }
