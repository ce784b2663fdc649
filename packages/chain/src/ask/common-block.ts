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
 * The block at which endpoints are compared: the lowest head of the largest group that is close together. A stale endpoint and
 * one that invents blocks on top are outside of it. Pure.
 *
 * @param mostApart blocks from the lowest head of the group to its highest.
 */
export const commonBlock =
  <T extends { readonly number: bigint }>(mostApart: bigint): Rule<T, CommonBlock<T>> =>
  (all) => {
    const { answers, majority } = all
    const heads = answers.map((one) => (one.state === 'said' ? one.value : undefined))
    const numbers = heads.flatMap((head) => head?.number ?? [])
    const sizeOf = (lowest: bigint) => numbers.filter((one) => one >= lowest && one <= lowest + mostApart).length
    const [lowest] = numbers
      .filter((one) => sizeOf(one) >= majority)
      .sort((a, b) => sizeOf(b) - sizeOf(a) || (a > b ? -1 : 1))
    if (lowest !== undefined) {
      const kind = answers.length === 1 ? 'single' : 'agreed'
      return { isSettled: true, belief: { kind, value: { number: lowest, heads } }, against: [] }
    }
    const isSettled = answers.every(({ state }) => state === 'said' || state === 'failed')
    return { isSettled, belief: unbelieved(all, 'the endpoints are too far apart'), against: [] }
  }
