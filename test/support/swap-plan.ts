import { type InitiationPath, initiationPaths, type RunStep } from '@tandem/sdk'

/**
 * What happens to a swap. `runs`: from start to end. `crashes`: it is killed at a step, and resumed from its store.
 * `abandoned`: the user goes away for good, once there is an order, tokens in a vault that was never created, or an
 * escrow.
 */
export type Fate =
  | { kind: 'runs' }
  | { kind: 'crashes'; at: RunStep }
  | { kind: 'abandoned'; after: 'order' | 'prefund' | 'escrow' }

/** A swap that a load test makes. */
export interface PlannedSwap {
  path: InitiationPath
  sourceAsset: string
  destinationAsset: string
  /** The source amount in base units. */
  amount: bigint
  isHop: boolean
  submitter: 'relayer' | 'wallet'
  fate: Fate
}

/** A token for each path: DAI has neither permit nor authorizations, and a bridge carries no native token. */
const tokens: Record<InitiationPath, { symbol: string; bought: string; amount: bigint }> = {
  prefunded: { symbol: 'dai', bought: 'dai', amount: 5n * 10n ** 18n },
  native: { symbol: 'eth', bought: 'usdc', amount: 10n ** 16n },
  permit: { symbol: 'usdc', bought: 'usdc', amount: 5_000_000n },
  signed: { symbol: 'dai', bought: 'dai', amount: 5n * 10n ** 18n },
  permit2: { symbol: 'dai', bought: 'dai', amount: 5n * 10n ** 18n },
  eip3009: { symbol: 'usdc', bought: 'usdc', amount: 5_000_000n },
}
const crashSteps: readonly RunStep[] = ['initiating', 'waiting_for_market_maker', 'revealing', 'settling']
const abandonedAfter = ['order', 'prefund', 'escrow'] as const

/**
 * Plans swaps: every path, in turn direct, over a bridge, direct again, and abandoned. Half of those that are not
 * abandoned crash. Each has another amount, so that one swap's money cannot be taken for another's.
 */
export function planSwaps(count: number): PlannedSwap[] {
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / initiationPaths.length)
    const path = initiationPaths[index % initiationPaths.length] ?? 'prefunded'
    const { symbol, bought, amount } = tokens[path]
    const isHop = round % 4 === 1 || (round % 4 === 3 && index % 2 === 0)
    return {
      path,
      sourceAsset: `devnet_a:${symbol}`,
      destinationAsset: `${isHop ? 'devnet_l1' : 'devnet_b'}:${bought}`,
      amount: amount + BigInt(index) * (amount / 1000n),
      isHop,
      submitter: path === 'native' || (index + round) % 3 === 0 ? 'wallet' : 'relayer',
      fate: fateOf(index, { round, path }),
    }
  })
}

function fateOf(index: number, { round, path }: { round: number; path: InitiationPath }): Fate {
  if (round % 4 === 3) {
    const after = abandonedAfter[index % abandonedAfter.length] ?? 'escrow'
    // With the native token nobody leaves after a prefund, because the transaction that pays also
    // makes the escrow.
    return { kind: 'abandoned', after: path === 'native' && after === 'prefund' ? 'escrow' : after }
  }
  if ((index + round) % 2 === 0) return { kind: 'runs' }
  return { kind: 'crashes', at: crashSteps[(index + round * 2) % crashSteps.length] ?? 'revealing' }
}
