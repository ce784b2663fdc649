import { type Rule, unbelieved } from '../belief/verdict.ts'

/** Endpoints are rarely at the same block. Further apart than this, one of them has stopped, or invents blocks. */
const mostApartMs = 3_000

/** How many blocks endpoints may be apart. */
export const mostApartOf = (blockTimeMs: number): bigint => BigInt(Math.max(2, Math.ceil(mostApartMs / blockTimeMs)))

/** The newest block that a majority has by its own word, and the endpoints' heads in their order. */
export interface CommonBlock<T> {
  readonly number: bigint
  readonly heads: readonly (T | undefined)[]
}

/**
 * The block at which endpoints are compared: the newest that a majority has, among the largest group of heads that are close
 * together. A stale endpoint and one that invents blocks far ahead are outside of the group. Pure.
 *
 * @param mostApart blocks from the lowest head of the group to its highest.
 */
export const commonBlock =
  <T extends { readonly number: bigint }>(mostApart: bigint): Rule<T, CommonBlock<T>> =>
  (all) => {
    const { answers, majority } = all
    const heads = answers.map((one) => (one.state === 'said' ? one.value : undefined))
    const numbers = heads.flatMap((head) => head?.number ?? []).sort((a, b) => (a > b ? -1 : 1))
    const groupFrom = (lowest: bigint) => numbers.filter((one) => one >= lowest && one <= lowest + mostApart)
    const group = numbers.map(groupFrom).toSorted((one, other) => other.length - one.length)[0] ?? []
    const number = group[majority - 1]
    const open = answers.filter(({ state }) => state === 'idle' || state === 'asked').length
    if (number === undefined)
      return { isSettled: open === 0, belief: unbelieved(all, 'the endpoints are too far apart'), against: [] }
    const kind = answers.length === 1 ? 'single' : 'agreed'
    // Each answer that is still open may be as high as the highest of the group.
    const isSettled = open === 0 || group[majority - 1 - open] === number
    return { isSettled, belief: { kind, value: { number, heads } }, against: [] }
  }
