import type { Provider } from './provider.ts'

const firstPauseMs = 500
const longestPauseMs = 30_000

/** Chooses an endpoint for each step: the first that did not fail lately. One step never mixes two endpoints. */
export interface ProviderPool {
  /**
   * Runs a step on the best provider. A failure sets that provider back for a while, twice as long each time.
   *
   * @throws what the step threw.
   */
  run<T>(step: (provider: Provider) => Promise<T>): Promise<T>
}

interface Standing {
  provider: Provider
  isVerified: boolean
  failures: number
  notBefore: number
}

export function makeProviderPool(
  providers: readonly Provider[],
  options: { now: () => number; onFailure: (provider: string, error: unknown) => void },
): ProviderPool {
  const standings = providers.map((provider): Standing => ({ provider, isVerified: false, failures: 0, notBefore: 0 }))
  const choose = (): Standing => {
    const now = options.now()
    const ready = standings.find((one) => one.notBefore <= now)
    const soonest = standings.toSorted((a, b) => a.notBefore - b.notBefore)[0]
    if (soonest === undefined) throw new Error('the chain has no endpoint')
    return ready ?? soonest
  }
  return {
    async run(step) {
      const standing = choose()
      try {
        if (!standing.isVerified) await standing.provider.verify()
        standing.isVerified = true
        const result = await step(standing.provider)
        standing.failures = 0
        return result
      } catch (error) {
        standing.failures += 1
        standing.notBefore = options.now() + Math.min(longestPauseMs, firstPauseMs * 2 ** (standing.failures - 1))
        options.onFailure(standing.provider.name, error)
        throw error
      }
    },
  }
}
