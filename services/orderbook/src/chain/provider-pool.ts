import type { Header, Provider } from './provider.ts'
import { type ErrorClass, ProviderError } from './provider-error.ts'

const firstPauseMs = 500
const longestPauseMs = 60_000
/** However long the only endpoints left ask to rest, one is asked again after this. */
const lastResortMs = 5_000

/** Another endpoint of the chain, that can be asked whether it saw the same. */
export interface Peer {
  readonly name: string
  /** Its answer; `undefined` when it failed, which is held against it, or does not have the block yet. */
  ask<T>(question: (provider: Provider) => Promise<T>): Promise<T | undefined>
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

interface Standing {
  readonly provider: Provider
  isVerified: boolean
  /** `undefined` until it was asked. */
  isWell: boolean | undefined
  isSurveyed: boolean
  failures: number
  lastClass: ErrorClass | undefined
  lastFailureAt: number
  notBefore: number
  /** The head it named last. */
  head: bigint
  /** The head it named a survey ago. */
  earlierHead: bigint
}

export interface PoolOptions {
  now: () => number
  blockTimeMs: number
  observer: PoolObserver
}

export function makeProviderPool(providers: readonly Provider[], options: PoolOptions): ProviderPool {
  const { now, observer, blockTimeMs } = options
  const standings = providers.map(newStanding)
  const surveyEveryMs = Math.min(10_000, Math.max(1_000, 2 * blockTimeMs))
  let nextSurvey = 0
  let preferred: Standing | undefined
  let reached = 0n
  /** The same when the last survey began. */
  let reachedBefore = 0n
  for (const { provider } of standings) observer.isPreferred(provider.name, false)

  const isReady = (standing: Standing) => isRested(standing, now())

  function fail(standing: Standing, error: ProviderError): void {
    noteFailure(standing, error, now())
    observer.failed(standing.provider.name, error)
    observer.isUp(standing.provider.name, false)
  }

  /** Asks a provider; its failure is held against it, and what is no fault of it is not. */
  async function ask<T>(standing: Standing, question: (provider: Provider) => Promise<T>): Promise<T> {
    const { provider } = standing
    try {
      if (!standing.isVerified) await provider.verify()
      standing.isVerified = true
      const answer = await question(withHeadNoted(standing))
      standing.isWell = true
      if (now() - standing.lastFailureAt > longestPauseMs) standing.failures = 0
      observer.isUp(provider.name, true)
      return answer
    } catch (error) {
      if (error instanceof ProviderError) fail(standing, error)
      throw error
    }
  }

  const peerOf = (standing: Standing): Peer => ({
    name: standing.provider.name,
    blame: (error) => fail(standing, error),
    ask: (question) => ask(standing, (provider) => question(provider).catch(orAbsent)).catch(orUndefined),
  })

  /** Asks those that are not in use how they are, while the step runs. */
  function survey(inUse: Standing): void {
    if (now() < nextSurvey) return
    nextSurvey = now() + surveyEveryMs
    const longReached = reachedBefore
    reachedBefore = reached
    for (const standing of standings) {
      if (standing === inUse || standing.isSurveyed || !isReady(standing)) continue
      standing.isSurveyed = true
      ask(standing, (provider) => surveyHead(standing, provider, longReached))
        .catch(() => undefined)
        .finally(() => {
          standing.isSurveyed = false
        })
    }
  }

  function prefer(standing: Standing): void {
    if (preferred === standing) return
    if (preferred !== undefined) observer.isPreferred(preferred.provider.name, false)
    observer.isPreferred(standing.provider.name, true)
    preferred = standing
  }

  return {
    size: standings.length,
    reached(block) {
      reached = block
    },
    async run(step) {
      const tried = new Set<Standing>()
      let failure: unknown = new Error('the chain has no endpoint')
      for (;;) {
        const standing = choose(standings, tried, now())
        if (standing === undefined) throw failure
        survey(standing)
        const peers = standings.filter((one) => one !== standing && isReady(one) && !tried.has(one)).map(peerOf)
        try {
          const result = await ask(standing, (provider) => step(provider, peers))
          prefer(standing)
          return result
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error
          failure = error
          tried.add(standing)
        }
      }
    },
    restMs() {
      const soonest = standings.toSorted((a, b) => a.notBefore - b.notBefore)[0]
      if (soonest === undefined || soonest.lastClass === 'behind') return 0
      return Math.min(lastResortMs, Math.max(0, soonest.notBefore - now()))
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

const isRested = ({ notBefore }: Standing, now: number): boolean => notBefore <= now

/** The endpoint that is asked next; undefined when each was tried. `now` in unix milliseconds. */
function choose(standings: readonly Standing[], tried: ReadonlySet<Standing>, now: number): Standing | undefined {
  const rested = standings.filter((one) => isRested(one, now) && !tried.has(one))
  const well = rested.filter(({ isWell }) => isWell !== false)
  const first = well[0] ?? rested[0]
  if (first === undefined) {
    return tried.size > 0 ? undefined : standings.toSorted((a, b) => a.notBefore - b.notBefore)[0]
  }
  // An endpoint that does not have a block which another had a survey ago is not only a moment behind.
  const ahead = well.toSorted((a, b) => Number(b.earlierHead - a.earlierHead))[0]
  return ahead !== undefined && ahead.earlierHead > first.head ? ahead : first
}

/** Rests an endpoint for a while, twice as long after each failure. `now` in unix milliseconds. */
function noteFailure(standing: Standing, error: ProviderError, now: number): void {
  standing.failures += 1
  standing.lastClass = error.class
  standing.lastFailureAt = now
  standing.isWell = false
  // The head that the endpoint named may be as wrong.
  standing.head = 0n
  standing.earlierHead = 0n
  const pause = Math.max(error.retryAfterMs ?? 0, firstPauseMs * 2 ** (standing.failures - 1))
  standing.notBefore = now + Math.min(longestPauseMs, pause)
}

const newStanding = (provider: Provider): Standing => ({
  provider,
  isVerified: false,
  isWell: undefined,
  isSurveyed: false,
  failures: 0,
  lastClass: undefined,
  lastFailureAt: 0,
  notBefore: 0,
  head: 0n,
  earlierHead: 0n,
})

const withHeadNoted = (standing: Standing): Provider => ({
  ...standing.provider,
  async head(): Promise<Header> {
    const head = await standing.provider.head()
    standing.head = head.number
    return head
  },
})

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
