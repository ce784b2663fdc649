import type { Endpoint } from '../endpoint/endpoint.ts'
import { type Fault, faultOf, wordsOf } from '../endpoint/fault.ts'
import { type Belief, isBelieved } from './belief.ts'
import type { Answer, Decision, Rule } from './rules.ts'

/** Asks one endpoint. An answer that something does not exist is a value; an exception is a failure of the endpoint. */
export type Question<T> = (endpoint: Endpoint, signal: AbortSignal) => Promise<T>

export interface Asking<T, B> {
  question: Question<T>
  rule: Rule<T, B>
  endpoints: readonly Endpoint[]
  majority: number
  order: readonly number[]
  /** How many endpoints are asked at once. */
  first: number
  budgetMs: number
  repeats: boolean
  patienceMs: number
  /** Called for every answer, also for one that comes after the decision. */
  onAnswer(index: number, tookMs: number): void
  onFailure(index: number, fault: Fault, words: string, tookMs: number): void
  onSlow(index: number, tookMs: number): void
  onContradiction(index: number): void
}

const pausesMs = [150, 300, 600]

/** Asks endpoints until the rule, such as `majorityRule` of rules.ts, can decide, or the time is over. It never rejects. */
export function decide<T, B>(asking: Asking<T, B>): Promise<Belief<B>> {
  const { endpoints, order, rule, majority, budgetMs, patienceMs } = asking
  const answers: Answer<T>[] = endpoints.map(() => ({ state: 'idle' }))
  const contradicting = new Set<number>()
  const over = new AbortController()
  const waiting = [...order]
  const pauses = asking.repeats ? [...pausesMs] : []
  const decisionNow = () => rule({ answers, majority })

  return new Promise((resolve) => {
    const timers = new Set([setTimeout(endByTime, budgetMs), setInterval(hedge, patienceMs)])

    function end(decision: Decision<B>): void {
      for (const timer of timers) clearTimeout(timer)
      over.abort()
      noteContradictions(decision)
      resolve(decision.belief)
    }
    function noteContradictions({ against }: Decision<B>): void {
      for (const index of against) {
        if (!contradicting.has(index)) asking.onContradiction(index)
        contradicting.add(index)
      }
    }
    function endByTime(): void {
      for (const [index, { state }] of answers.entries()) {
        if (state === 'asked') asking.onFailure(index, 'timeout', `no answer in ${budgetMs} ms`, budgetMs)
        if (state === 'asked' || state === 'idle')
          answers[index] = late(`${endpoints[index]?.name} gave no answer in ${budgetMs} ms`)
      }
      end(decisionNow())
    }
    function hedge(): void {
      const decision = decisionNow()
      // An answer that is still out could raise the value, so every endpoint is asked, and given its time, before this.
      if (waiting.length === 0 && isBelieved(decision.belief)) end(decision)
      if (waiting.length === 0) return
      for (const [index, { state }] of answers.entries()) if (state === 'asked') asking.onSlow(index, patienceMs)
      askNext()
    }
    function askNext(): void {
      const next = waiting.shift()
      if (next !== undefined) void ask(next)
    }
    async function ask(index: number): Promise<void> {
      const endpoint = endpoints[index] as Endpoint
      const began = performance.now()
      answers[index] = { state: 'asked' }
      const answer = await answerOf(endpoint, asking.question, over.signal)
      const tookMs = performance.now() - began
      if (answer.state === 'said') asking.onAnswer(index, tookMs)
      else if (!over.signal.aborted || answer.fault !== 'timeout')
        asking.onFailure(index, answer.fault, answer.reason, tookMs)
      answers[index] = answer
      if (over.signal.aborted) noteContradictions(decisionNow())
      else settle(answer.state === 'failed')
    }
    function settle(hasFailed: boolean): void {
      const decision = decisionNow()
      if (decision.isSettled) endOrRepeat(decision)
      else if (hasFailed || !answers.some(({ state }) => state === 'asked')) askNext()
    }
    /** Asks failed endpoints once more: a missing block may have arrived, and a lost connection may work again. */
    function endOrRepeat(decision: Decision<B>): void {
      const pause = pauses.shift()
      const failed = answers.flatMap((one, index) => (isPassing(one) ? [index] : []))
      if (decision.belief.kind !== 'waiting' || failed.length === 0 || pause === undefined) {
        end(decision)
        return
      }
      for (const index of failed) answers[index] = { state: 'idle' }
      const repeat = () => {
        waiting.push(...failed)
        for (const _ of failed) askNext()
      }
      timers.add(setTimeout(repeat, pause))
    }
    for (let count = 0; count < Math.max(1, asking.first); count += 1) askNext()
  })
}

const late = (reason: string) => ({ state: 'failed', fault: 'timeout', reason }) as const

type Outcome<T> = Extract<Answer<T>, { state: 'said' | 'failed' }>

const isPassing = (answer: Answer<unknown>): boolean =>
  answer.state === 'failed' && ['absent', 'other', 'rate_limited'].includes(answer.fault)

async function answerOf<T>(endpoint: Endpoint, question: Question<T>, signal: AbortSignal): Promise<Outcome<T>> {
  try {
    return { state: 'said', value: await question(endpoint, signal) }
  } catch (error) {
    return { state: 'failed', fault: faultOf(error), reason: `${endpoint.name} ${wordsOf(error)}` }
  }
}
