/**
 * How a chain charges for a transaction. `op_stack` adds a data fee to the price of the gas; `arbitrum` charges for the
 * data as extra gas.
 */
export const feeModels = ['eip1559', 'legacy', 'op_stack', 'arbitrum'] as const
export type FeeModel = (typeof feeModels)[number]

/**
 * What a transaction has to offer, in wei per gas. Nodes relay nothing with a tip below `minTip`, and no endpoint is
 * believed that names one above `maxTip`.
 */
export interface Charges {
  model: FeeModel
  minTip: bigint
  maxTip: bigint
}

const gwei = 1_000_000_000n

const usual: Charges = { model: 'eip1559', minTip: gwei, maxTip: 100n * gwei }
const ethereum: Charges = { model: 'eip1559', minTip: gwei / 100n, maxTip: 20n * gwei }
const opStack: Charges = { model: 'op_stack', minTip: gwei / 1_000n, maxTip: gwei }
const arbitrum: Charges = { model: 'arbitrum', minTip: 0n, maxTip: 0n }
const avalanche: Charges = { model: 'eip1559', minTip: 0n, maxTip: 50n * gwei }
/** Polygon's nodes (Bor) relay nothing below 25 gwei. */
const polygon: Charges = { model: 'eip1559', minTip: 25n * gwei, maxTip: 500n * gwei }

const known: ReadonlyMap<number, Charges> = new Map([
  [1, ethereum],
  [11_155_111, ethereum],
  [10, opStack],
  [8_453, opStack],
  [84_532, opStack],
  [11_155_420, opStack],
  [42_161, arbitrum],
  [421_614, arbitrum],
  [43_113, avalanche],
  [43_114, avalanche],
  [137, polygon],
  [80_002, polygon],
])

/** How a chain charges, by its id. A chain that is not known counts as EIP-1559 with a tip of one gwei. */
export const chargesOf = (chainId: number): Charges => known.get(chainId) ?? usual
