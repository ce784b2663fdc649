import { type Exposure, type RiskLimits, riskProblem } from '../domain/risk.ts'

/** What is at risk now. The key is a quote (`quote:…`) or a funded order (`source:…`). */
export interface AtRisk {
  /**
   * Names the limit that an exposure would exceed, added to all that is at risk under other keys.
   *
   * @param key all keys under which the same money may be counted already. They are left out, so that it does not count
   * twice.
   */
  problem(key: readonly string[], exposure: Exposure): string | undefined
  /**
   * Counts the exposure under the first key, unless it would exceed a limit. Checking and counting are one
   * step, so no other exposure can come between them.
   */
  take(key: readonly [string, ...string[]], exposure: Exposure): string | undefined
  /** Counts what an earlier run has promised or funded, even beyond the present limits. */
  hold(key: string, exposure: Exposure): void
  of(key: string): Exposure | undefined
  release(key: string): void
  /** The sums of each chain and of each asset id, in US dollars with eighteen decimals. */
  sums(): { kind: 'chain' | 'asset'; name: string; usd: bigint }[]
}

export const quoteKey = (quoteId: string): string => `quote:${quoteId}`
export const sourceKey = (vault: string): string => `source:${vault.toLowerCase()}`

export function makeAtRisk(limits: RiskLimits): AtRisk {
  const open = new Map<string, Exposure>()
  const problem: AtRisk['problem'] = (keys, exposure) =>
    riskProblem(
      limits,
      [...open].flatMap(([key, one]) => (keys.includes(key) ? [] : [one])),
      exposure,
    )
  return {
    problem,
    take(keys, exposure) {
      const found = problem(keys, exposure)
      if (found === undefined) open.set(keys[0], exposure)
      return found
    },
    hold: (key, exposure) => void open.set(key, exposure),
    of: (key) => open.get(key),
    release: (key) => void open.delete(key),
    sums() {
      const sums = new Map<string, { kind: 'chain' | 'asset'; name: string; usd: bigint }>()
      for (const { chains, assets, usd = 0n } of open.values()) {
        const named = [
          ...chains.map((name) => ({ kind: 'chain' as const, name })),
          ...assets.filter((name) => name.includes(':')).map((name) => ({ kind: 'asset' as const, name })),
        ]
        for (const one of named) {
          const key = `${one.kind} ${one.name}`
          sums.set(key, { ...one, usd: (sums.get(key)?.usd ?? 0n) + usd })
        }
      }
      return [...sums.values()]
    },
  }
}
