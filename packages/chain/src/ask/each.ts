import type { Question } from '../belief/ask-until-decided.ts'
import { isBelieved } from '../belief/belief.ts'
import type { AskOptions, Quorum } from '../belief/quorum.ts'
import type { Rule } from '../belief/rules.ts'

/**
 * Asks every endpoint, and returns the answers in the endpoints' order, with `undefined` for those that did not answer in
 * time.
 * @param options.enough how many answers to wait for; by default all.
 */
export async function askEach<T>(
  quorum: Quorum,
  question: Question<T>,
  { enough = quorum.endpoints.length, ...options }: AskOptions & { enough?: number },
): Promise<readonly (T | undefined)[]> {
  const rule: Rule<T, readonly (T | undefined)[]> = ({ answers }) => {
    const value = answers.map((one) => (one.state === 'said' ? one.value : undefined))
    const said = answers.filter(({ state }) => state === 'said').length
    const isSettled = said >= enough || answers.every(({ state }) => state === 'said' || state === 'failed')
    return {
      isSettled,
      belief: isSettled ? { kind: 'agreed', value } : { kind: 'waiting', reason: 'too few answer' },
      against: [],
    }
  }
  const belief = await quorum.decide(question, rule, { first: enough, ...options })
  return isBelieved(belief) ? belief.value : []
}
