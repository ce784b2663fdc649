import { makeAnswerTime } from './answer-time.ts'
import type { Provider } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import {
  choose,
  isRested,
  newStanding,
  noteAnswer,
  noteFailure,
  restOf,
  type Standing,
  withHeadNoted,
} from './provider-standing.ts'

/** Another endpoint of the chain, that can be asked whether it saw the same. */
export interface Peer {
  readonly name: string
  /**
   * Its answer; `undefined` when it failed, which is held against it, or does not have the block yet. All its answers
   * of one step share one limit of time; `giveUp` tells a question of many requests that it is over.
   */
  ask<T>(question: (provider: Provider, giveUp: AbortSignal) => Promise<T>): Promise<T | undefined>
  /** It was shown to be wrong. */
  blame(error: ProviderError): void
}

/** Chooses an endpoint for each step: the first that is well and not behind. One step never mixes two endpoints. */
export interface ProviderPool {
  /**
   * Runs a step on the best provider, and on the next one when it fails. A failure rests the provider for a while,
   * twice as long each time; it comes back once it answers again.
   *
   * @throws what the step threw on the last provider, or at once what is no fault of a provider.
   */
  run<T>(step: (provider: Provider, peers: readonly Peer[]) => Promise<T>): Promise<T>
  /** Blocks up to this one were read and stored: an endpoint that does not have them is behind. */
  reached(block: bigint): void
  /** How long every provider rests. */
  restMs(): number
  /** How many endpoints the chain has. */
  readonly size: number
}

export interface PoolObserver {
  failed(provider: string, error: ProviderError): void
  isUp(provider: string, isUp: boolean): void
  isPreferred(provider: string, isPreferred: boolean): void
}

export interface PoolOptions {
  now: () => number
  blockTimeMs: number
  observer: PoolObserver
  /** How long the answers of one endpoint may take in one step, in milliseconds, where not as long as usual. */
  longestAnswerMs?: number
}

export function makeProviderPool(providers: readonly Provider[], options: PoolOptions): ProviderPool {
  const { now, observer } = options
  const standings = providers.map(newStanding)
  const { ask, peerOf, inTime } = makeQuestions(options)
  const { survey, reached } = makeSurvey(standings, ask, options)
  let preferred: Standing | undefined
  for (const { provider } of standings) observer.isPreferred(provider.name, false)

  function prefer(standing: Standing): void {
    if (preferred === standing) return
    if (preferred !== undefined) observer.isPreferred(preferred.provider.name, false)
    observer.isPreferred(standing.provider.name, true)
    preferred = standing
  }

  return {
    size: standings.length,
    reached,
    async run(step) {
      const tried = new Set<Standing>()
      let failure: unknown = new Error('the chain has no endpoint')
      for (;;) {
        const standing = choose(standings, tried, now())
        if (standing === undefined) throw failure
        survey(standing)
        const peers = standings.filter((one) => one !== standing && isRested(one, now()) && !tried.has(one)).map(peerOf)
        try {
          const result = await ask(standing, (provider) => step(peers.length > 0 ? inTime(provider) : provider, peers))
          prefer(standing)
          return result
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error
          failure = error
          tried.add(standing)
        }
      }
    },
    restMs: () => restOf(standings, now()),
  }
}

type Ask = <T>(standing: Standing, question: (provider: Provider) => Promise<T>) => Promise<T>

/** Asks an endpoint; its failure is held against it, and what is no fault of it is not. */
function makeQuestions({ now, observer, longestAnswerMs }: PoolOptions) {
  function fail(standing: Standing, error: ProviderError): void {
    noteFailure(standing, error, now())
    observer.failed(standing.provider.name, error)
    observer.isUp(standing.provider.name, false)
  }

  const ask: Ask = async (standing, question) => {
    const { provider } = standing
    try {
      if (!standing.isVerified) await provider.verify()
      standing.isVerified = true
      const answer = await question(withHeadNoted(standing))
      noteAnswer(standing, now())
      observer.isUp(provider.name, true)
      return answer
    } catch (error) {
      if (error instanceof ProviderError) fail(standing, error)
      throw error
    }
  }

  const peerOf = (standing: Standing): Peer => {
    const { name } = standing.provider
    const time = makeAnswerTime(name, longestAnswerMs)
    let isSilent = false
    return {
      name,
      blame: (error) => fail(standing, error),
      async ask(question) {
        if (isSilent || time.isUp()) return undefined
        const answer = (provider: Provider) => time.spend((giveUp) => question(provider, giveUp)).catch(orAbsent)
        return ask(standing, answer).catch((error: unknown) => {
          // An endpoint that hangs is waited for once in a step, and not with each question.
          if (error instanceof ProviderError && error.class === 'timeout') isSilent = true
          return orUndefined(error)
        })
      },
    }
  }

  /** Where there is another endpoint to change to, the one in use has as long for its answers as a peer. */
  const inTime = (provider: Provider): Provider => {
    const time = makeAnswerTime(provider.name, longestAnswerMs)
    const within =
      <A, T>(read: (asked: A) => Promise<T>) =>
      (asked: A): Promise<T> =>
        time.spend(() => read(asked))
    return {
      ...provider,
      head: () => time.spend(() => provider.head()),
      tagged: within(provider.tagged),
      header: within(provider.header),
      hasReceiptOf: within(provider.hasReceiptOf),
      provenEvents: within(provider.provenEvents),
      eventsOf: (headers) => time.spend((giveUp) => provider.eventsOf(headers, giveUp)),
      eventsIn: (from, to) => time.spend((giveUp) => provider.eventsIn(from, to, giveUp)),
    }
  }

  return { ask, peerOf, inTime }
}

/** Finds out how the endpoints are that are not in use, so that there is one to change to. */
function makeSurvey(
  standings: readonly Standing[],
  ask: Ask,
  { now, blockTimeMs }: Pick<PoolOptions, 'now' | 'blockTimeMs'>,
) {
  const everyMs = Math.min(10_000, Math.max(1_000, 2 * blockTimeMs))
  let nextAt = 0
  let reached = 0n
  /** The same when the last survey began. */
  let reachedBefore = 0n

  return {
    reached(block: bigint): void {
      reached = block
    },
    /** Asks them while the step runs, and not at each step. */
    survey(inUse: Standing): void {
      if (now() < nextAt) return
      nextAt = now() + everyMs
      const longReached = reachedBefore
      reachedBefore = reached
      for (const standing of standings) {
        if (standing === inUse || standing.isSurveyed || !isRested(standing, now())) continue
        standing.isSurveyed = true
        ask(standing, (provider) => surveyHead(standing, provider, longReached))
          .catch(() => undefined)
          .finally(() => {
            standing.isSurveyed = false
          })
      }
    },
  }
}

/** @throws ProviderError when the endpoint is behind a block that was read a survey ago. */
async function surveyHead(standing: Standing, provider: Provider, longReached: bigint): Promise<void> {
  const earlierHead = standing.head
  const { number } = await provider.head()
  if (number < longReached)
    throw new ProviderError('behind', `${provider.name} is ${longReached - number} blocks behind`)
  standing.earlierHead = earlierHead
}

/** The failure of an endpoint is held against it already. */
function orUndefined(error: unknown): undefined {
  if (error instanceof ProviderError) return undefined
  throw error
}

/** A block that a provider does not have yet is no failure of a witness. */
function orAbsent(error: unknown): undefined {
  if (error instanceof ProviderError && error.class === 'behind') return undefined
  throw error
}
