/**
 * What one quote or order puts at risk: the money that the solver has promised or paid out, and has not been repaid for
 * yet.
 */
export interface Exposure {
  /** The asset ids and the symbols of both sides. */
  readonly assets: readonly string[]
  /**
   * Both chains, because a failure of either costs the money: on one it was paid out, on the other it is to be repaid.
   */
  readonly chains: readonly string[]
  /** The payout in US dollars with eighteen decimals; `undefined` without a price. */
  readonly usd: bigint | undefined
}

/**
 * All limits are in US dollars with eighteen decimals. A limit named `*` holds for each asset id, or chain, that has no
 * limit of its own.
 */
export interface RiskLimits {
  readonly order: bigint | undefined
  readonly assets: Readonly<Record<string, bigint>>
  readonly chains: Readonly<Record<string, bigint>>
}

const hasLimits = ({ order, assets, chains }: RiskLimits): boolean =>
  order !== undefined || Object.keys(assets).length > 0 || Object.keys(chains).length > 0

/**
 * Names the limit that one more exposure would exceed; `undefined` when it is within all of them. Pure.
 *
 * @param open everything else that is at risk.
 */
export function riskProblem(limits: RiskLimits, open: readonly Exposure[], added: Exposure): string | undefined {
  if (!hasLimits(limits)) return undefined
  const { usd } = added
  if (usd === undefined) return 'no fresh price says what is put at risk'
  if (limits.order !== undefined && usd > limits.order) return 'it is beyond the limit of money at risk for an order'
  const beyond = (kind: 'assets' | 'chains', limitOf: (name: string) => bigint | undefined) =>
    added[kind].find((name) => {
      const limit = limitOf(name)
      if (limit === undefined) return false
      const others = open.reduce((sum, one) => sum + (one[kind].includes(name) ? (one.usd ?? 0n) : 0n), 0n)
      return others + usd > limit
    })
  // A symbol limits the sum of its assets on all chains, which a limit for each single asset cannot do.
  const isId = (name: string) => name.includes(':')
  const asset = beyond('assets', (name) => limits.assets[name] ?? (isId(name) ? limits.assets['*'] : undefined))
  if (asset !== undefined) return `it is beyond the limit of money at risk in ${asset}`
  const chain = beyond('chains', (name) => limits.chains[name] ?? limits.chains['*'])
  return chain === undefined ? undefined : `it is beyond the limit of money at risk on ${chain}`
}
