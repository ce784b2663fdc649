import { AppError } from './app-error.ts'
import { startIntervalLoop } from './interval-loop.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Logger } from './logger.ts'
import type { ChainProbe } from './probes.ts'

/** Whether a majority of a chain's endpoints can do what is needed of them, and what the others lack. */
export interface Ability {
  readonly isAble: boolean
  readonly missing: readonly string[]
}

export interface Abilities {
  /** Asks all chains; resolves when they have answered, and asks again every five minutes. */
  start(): Promise<void>
  /** The sentences about what a chain's endpoints lack. */
  missingOf(chain: string): readonly string[]
  /**
   * Refuses new work for chains whose endpoints cannot do what it needs.
   *
   * @throws AppError CHAIN_UNAVAILABLE, without the name of an endpoint.
   */
  requireAble(chains: readonly string[]): void
  /**
   * The chain's readiness check. It fails while too few endpoints are able, and otherwise runs
   * `check`.
   */
  probeOf(chain: string, check: () => Promise<unknown>): ChainProbe
}

const everyMs = 300_000

export function watchAbilities(
  asking: ReadonlyMap<string, () => Promise<Ability>>,
  { logger, lifecycle }: { logger: Logger; lifecycle: Lifecycle },
): Abilities {
  const known = new Map<string, Ability>()
  const missingOf = (chain: string) => known.get(chain)?.missing ?? []
  const isUnable = (chain: string) => known.get(chain)?.isAble === false

  async function ask(chain: string, question: () => Promise<Ability>): Promise<void> {
    const ability = await question()
    const before = missingOf(chain).join('; ')
    known.set(chain, ability)
    const { isAble, missing } = ability
    if (missing.join('; ') === before) return
    if (missing.length === 0) logger.info('chain.able', { chain })
    else logger[isAble ? 'warn' : 'error'](isAble ? 'endpoint.unable' : 'chain.unable', { chain, missing })
  }
  const round = () => Promise.all([...asking].map(([chain, question]) => ask(chain, question)))

  return {
    async start() {
      const onError = (error: unknown) => logger.warn('abilities.failed', { error })
      await round().catch(onError)
      const asking = startIntervalLoop({ round, onError, intervalMs: everyMs, delayMs: everyMs })
      lifecycle.onStop('abilities', () => asking.stop())
    },
    missingOf,
    requireAble(chains) {
      const chain = chains.find(isUnable)
      if (chain === undefined) return
      throw new AppError(
        'CHAIN_UNAVAILABLE',
        `Too few endpoints of ${chain} can do what a swap needs, so nothing new is taken there. /ready names what is missing.`,
        { retryAfterSecs: everyMs / 1_000, details: { chain } },
      )
    },
    probeOf: (chain, check) => ({
      missing: () => missingOf(chain),
      async check() {
        if (isUnable(chain))
          throw new AppError('CHAIN_UNAVAILABLE', `too few endpoints are able: ${missingOf(chain).join('; ')}`)
        await check()
      },
    }),
  }
}
