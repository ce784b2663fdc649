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
import { type Belief, isBelieved, majorityOf, UnbelievedError } from './belief.ts'
import { decide, type Question } from './decide.ts'
import { alike, type Rule, reached } from './decision.ts'

/** Told of what endpoints do, for logs and metrics. */
export interface PanelObserver {
  answered?(endpoint: string, question: string, tookMs: number): void
  failed?(endpoint: string, question: string, fault: Fault, words: string): void
  contradicted?(endpoint: string, question: string): void
  decided?(question: string, kind: Belief<unknown>['kind']): void
}

/** How the endpoints of a chain are asked. Times are in milliseconds. */
export interface PanelOptions {
  chain: string
  /** For all repetitions of one question. */
  budgetMs: number
  /** Runs before an endpoint's first answer counts, and again after a failure. */
  verify?: (endpoint: Endpoint) => Promise<void>
  /** Failed endpoints are asked again within the budget; by default yes. */
  repeats?: boolean
  observer?: PanelObserver
  now?: () => number
}

/** How one question is asked. */
export interface AskOptions {
  /** The name in metrics. */
  name: string
  budgetMs?: number
  /** By default as many as a majority needs. */
  first?: number
  /** Endpoints at different paces differ without contradiction. */
  mayLag?: boolean
}

/** The endpoints of one chain (docs/belief.md). */
export interface Panel {
  readonly chain: string
  readonly endpoints: readonly Endpoint[]
  readonly majority: number
  /** Never rejects. */
  decide<T, B>(question: Question<T>, rule: Rule<T, B>, options: AskOptions): Promise<Belief<B>>
  /** A fact: what a majority says alike. */
  ask<T>(question: Question<T>, options: AskOptions): Promise<Belief<T>>
  /** A growing value: the highest that a majority has reached. */
  reached(question: Question<bigint>, options: AskOptions): Promise<Belief<bigint>>
  /** The first answer that passes a proof; `undefined` where an endpoint has none. */
  prove<T>(question: Question<T | undefined>, options: AskOptions): Promise<Belief<T>>
  verified(endpoint: Endpoint): Promise<void>
  /** Milliseconds until an endpoint should be asked again; 0 while one is well. */
  restMs(): number
}

const leastPatienceMs = 300
const mostPatienceMs = 1_500

/** Asks as many endpoints as a majority needs; the next when one fails, is slow, or contradicts. */
export function makePanel(
  endpoints: readonly Endpoint[],
  { chain, budgetMs, verify, repeats = true, observer = {}, now = Date.now }: PanelOptions,
): Panel {
  const standings: Standing[] = endpoints.map(() => newStanding)
  const majority = majorityOf(endpoints.length)

  const verified = onceFor(verify)
  const change = (index: number, next: (standing: Standing) => Standing): void => {
    standings[index] = next(standings[index] ?? newStanding)
  }
  /** Three times the usual answer time of the first. */
  const patienceOf = (order: readonly number[]): number => {
    const usual = order.slice(0, majority).map((index) => standings[index]?.meanMs ?? 0)
    return Math.min(mostPatienceMs, Math.max(leastPatienceMs, 3 * Math.max(0, ...usual)))
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
    ask: (question, options) => ask(question, alike(), options),
    reached: (question, options) => ask(question, reached, options),
    prove: <T>(question: Question<T | undefined>, options: AskOptions) =>
      ask(question, firstProof as Rule<T | undefined, T>, { first: 1, ...options }),
    verified,
    restMs: () => restMsOf(standings, now()),
  }
}

/**
 * Verifies each endpoint once, and again after a failure. A map of promises is enough for that, and pages, which load this
 * file, are spared a library.
 */
function onceFor(verify: PanelOptions['verify']): (endpoint: Endpoint) => Promise<void> {
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

/** @throws UnbelievedError */
export function believedOf<T>({ chain }: Pick<Panel, 'chain'>, belief: Belief<T>): T {
  if (isBelieved(belief)) return belief.value
  throw new UnbelievedError(chain, belief)
}
