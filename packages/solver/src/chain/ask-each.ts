import type { Client } from 'viem'
import type { SolverChain } from './chain.ts'

/** The answers of a chain's endpoints, each for itself, in their order. */
export interface Answers<T> {
  endpoints: readonly string[]
  /** `undefined` for one that has not answered. */
  told: readonly (T | undefined)[]
  /** Whether the endpoint failed to answer. */
  hasFailed: (index: number) => boolean
  /** Settle when the endpoints have answered, or failed. */
  asked: readonly Promise<unknown>[]
  /** @throws the first endpoint's error when all have failed. */
  expectOne(): void
}

/** How many endpoints of a chain must say the same: two, where there are two. */
export const leastOf = ({ endpoints }: Pick<SolverChain, 'endpoints'>): number => Math.min(2, endpoints.length)

/**
 * Asks every endpoint of a chain the same at once. Where there is one, it is asked as everything else is, so that a question
 * that failed is asked again.
 */
export function askEach<T>(
  { endpoints, client }: Pick<SolverChain, 'endpoints' | 'client'>,
  ask: (client: Client) => Promise<T>,
): Answers<T> {
  const told: (T | undefined)[] = endpoints.map(() => undefined)
  const errors = new Map<number, unknown>()
  const asked = endpoints.map(async (endpoint, index) => {
    try {
      told[index] = await ask(endpoints.length === 1 ? client : endpoint.client)
    } catch (error) {
      errors.set(index, error)
    }
  })
  return {
    endpoints: endpoints.map(({ name }) => name),
    told,
    asked,
    hasFailed: (index) => errors.has(index),
    expectOne() {
      if (errors.size === endpoints.length) throw errors.get(0)
    },
  }
}

/**
 * The first answers of a chain's endpoints, as many as must agree; fewer where the others fail.
 *
 * @param graceMs once there is an answer, another one is waited for no longer than this; by default until all have failed.
 * @throws the first endpoint's error when all have failed.
 */
export async function enoughAnswers<T>(
  chain: Pick<SolverChain, 'endpoints' | 'client'>,
  ask: (client: Client) => Promise<T>,
  graceMs?: number,
): Promise<T[]> {
  const { asked, told, expectOne } = askEach(chain, ask)
  const said = () => told.filter((one) => one !== undefined)
  const isSaidBy = (least: number) => untilEnough(asked, () => said().length >= least)
  const enough = isSaidBy(leastOf(chain))
  const grace = graceMs === undefined ? enough : isSaidBy(1).then(() => new Promise((end) => setTimeout(end, graceMs)))
  await Promise.race([enough, grace])
  expectOne()
  return said()
}

/** Resolves when all have settled, or sooner, as soon as it is enough. They must not reject. */
export function untilEnough(asked: readonly Promise<unknown>[], isEnough: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let left = asked.length
    for (const one of asked)
      one.finally(() => {
        left -= 1
        if (left === 0 || isEnough()) resolve()
      })
  })
}
