const gwei = 10n ** 9n
const [rollup, ethereum, avalanche, polygon] = [1n, 20n, 50n, 500n]

/** Chains whose tips are known to stay below another bound than elsewhere, by their id; in gwei. */
const known: ReadonlyMap<number, bigint> = new Map([
  [1, ethereum],
  [11_155_111, ethereum],
  [10, rollup],
  [8_453, rollup],
  [84_532, rollup],
  [11_155_420, rollup],
  [42_161, rollup],
  [421_614, rollup],
  [43_113, avalanche],
  [43_114, avalanche],
  [137, polygon],
  [80_002, polygon],
])

/** The tip of a chain, in wei per gas, above which none is believed to be the market's, whatever endpoints say. */
export const mostTipOf = (chainId: number): bigint => (known.get(chainId) ?? 100n) * gwei
