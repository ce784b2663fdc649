import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Fault } from '../endpoint/fault.ts'
import {
  askingOrder,
  newStanding,
  restMsOf,
  type Standing,
  withAnswer,
  withContradiction,
  withFailure,
} from '../endpoint/standing.ts'
import { decide, type Question } from './ask-until-decided.ts'
import { type Belief, isBelieved, majorityOf, UnbelievedError } from './belief.ts'
import { highestReachedRule, majorityRule, type Rule } from './rules.ts'

/** Is told what endpoints do, for logs and metrics. */
export interface QuorumObserver {
  answered?(endpoint: string, question: string, tookMs: number): void
  failed?(endpoint: string, question: string, fault: Fault, words: string): void
  contradicted?(endpoint: string, question: string): void
  decided?(question: string, kind: Belief<unknown>['kind']): void
}

/** How the endpoints of a chain are asked. Times are in milliseconds. */
export interface QuorumOptions {
  chain: string
  /** How long one question may take, with all of its repetitions. */
  budgetMs: number
  /** Runs before an endpoint's first answer counts, and again after a failure. */
  verify?: (endpoint: Endpoint) => Promise<void>
  /** Whether endpoints that failed are asked again within the budget; by default they are. */
  repeats?: boolean
  observer?: QuorumObserver
  now?: () => number
}

/** How one question is asked. */
export interface AskOptions {
  /** The question's name in metrics. */
  name: string
  budgetMs?: number
  /** How many endpoints are asked at first; by default as many as a majority needs. */
  first?: number
  /** True when an endpoint that is some blocks behind gives another answer without being wrong. */
  mayLag?: boolean
}

/** The endpoints of one chain, of which a majority must agree (docs/belief.md). */
export interface Quorum {
  readonly chain: string
  readonly endpoints: readonly Endpoint[]
  readonly majority: number
  /** Asks, and decides by the given rule. It never rejects: when nothing is believed, the result says why. */
  decide<T, B>(question: Question<T>, rule: Rule<T, B>, options: AskOptions): Promise<Belief<B>>
  /** Asks for a fact: a majority must say the same. */
  ask<T>(question: Question<T>, options: AskOptions): Promise<Belief<T>>
  /** Asks for a value that only grows: the highest that a majority has reached is believed. */
  reached(question: Question<bigint>, options: AskOptions): Promise<Belief<bigint>>
  /**
   * Asks for a proof. The first answer that passes the question's own check is believed; an endpoint without a proof
   * answers `undefined`.
   */
  prove<T>(question: Question<T | undefined>, options: AskOptions): Promise<Belief<T>>
  verified(endpoint: Endpoint): Promise<void>
  /**
   * How long until an endpoint should be asked again, in milliseconds. Zero while at least one endpoint is not resting
   * after a failure.
   */
  restMs(): number
}

const minPatienceMs = 300
const maxPatienceMs = 1_500

/**
 * Makes the quorum of a chain's endpoints. It first asks as many of them as a majority needs, and the next one when one
 * fails, is slow, or contradicts the others.
 */
export function makeQuorum(
  endpoints: readonly Endpoint[],
  { chain, budgetMs, verify, repeats = true, observer = {}, now = Date.now }: QuorumOptions,
): Quorum {
  const standings: Standing[] = endpoints.map(() => newStanding)
  const majority = majorityOf(endpoints.length)

  const verified = onceFor(verify)
  const change = (index: number, next: (standing: Standing) => Standing): void => {
    standings[index] = next(standings[index] ?? newStanding)
  }
  /** How long to wait for an answer before the next endpoint is asked: three times what the first one usually takes. */
  const patienceOf = (order: readonly number[]): number => {
    const usual = order.slice(0, majority).map((index) => standings[index]?.meanMs ?? 0)
    return Math.min(maxPatienceMs, Math.max(minPatienceMs, 3 * Math.max(0, ...usual)))
  }

  async function ask<T, B>(question: Question<T>, rule: Rule<T, B>, options: AskOptions): Promise<Belief<B>> {
    const { name, first = majority, mayLag = false } = options
    const nameOf = (index: number) => endpoints[index]?.name ?? ''
    const order = askingOrder(standings, now())
    const belief = await decide({
      ...{ rule, repeats, endpoints, majority, order, first, patienceMs: patienceOf(order) },
      async question(endpoint, signal) {
        await verified(endpoint)
        return question(endpoint, signal)
      },
      budgetMs: options.budgetMs ?? budgetMs,
      onAnswer(index, tookMs) {
        change(index, (standing) => withAnswer(standing, tookMs))
        observer.answered?.(nameOf(index), name, tookMs)
      },
      onFailure(index, fault, words, tookMs) {
        change(index, (standing) => withFailure(standing, fault, tookMs, now()))
        observer.failed?.(nameOf(index), name, fault, words)
      },
      onSlow: (index, tookMs) => change(index, (standing) => withFailure(standing, 'timeout', tookMs, now())),
      onContradiction(index) {
        if (mayLag) return
        change(index, (standing) => withContradiction(standing, now()))
        observer.contradicted?.(nameOf(index), name)
      },
    })
    observer.decided?.(name, belief.kind)
    return belief
  }

  return {
    ...{ chain, endpoints, majority, decide: ask },
    ask: (question, options) => ask(question, majorityRule(), options),
    reached: (question, options) => ask(question, highestReachedRule, options),
    prove: <T>(question: Question<T | undefined>, options: AskOptions) =>
      ask(question, firstProof as Rule<T | undefined, T>, { first: 1, ...options }),
    verified,
    restMs: () => restMsOf(standings, now()),
  }
}

/**
 * Verifies each endpoint once, and again after a failure. It uses a map of promises and no library, because web pages
 * load this file.
 */
function onceFor(verify: QuorumOptions['verify']): (endpoint: Endpoint) => Promise<void> {
  const verifying = new Map<Endpoint, Promise<void>>()
  return async (endpoint) => {
    if (verify === undefined) return
    const begun = verifying.get(endpoint) ?? verify(endpoint)
    verifying.set(endpoint, begun)
    await begun.catch((error: unknown) => {
      verifying.delete(endpoint)
      throw error
    })
  }
}

const firstProof: Rule<unknown> = ({ answers }) => {
  const proof = answers.find((one) => one.state === 'said' && one.value !== undefined)
  if (proof?.state === 'said') return { isSettled: true, belief: { kind: 'proven', value: proof.value }, against: [] }
  const isSettled = answers.every(({ state }) => state === 'said' || state === 'failed')
  return { isSettled, belief: { kind: 'waiting', reason: 'no endpoint proves it' }, against: [] }
}

/**
 * The value of a belief.
 * @throws UnbelievedError when there is none.
 */
export function believedOf<T>({ chain }: Pick<Quorum, 'chain'>, belief: Belief<T>): T {
  if (isBelieved(belief)) return belief.value
  throw new UnbelievedError(chain, belief)
}
