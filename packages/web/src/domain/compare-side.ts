import type { IntentWire } from '@tandem/contracts'

/** A vault, as the browser read it from its chain. */
export interface VaultOnChain {
  /** Whether its address follows from the order's terms. */
  isPredicted: boolean
  /** Whether its chain and token are those of the asset in the pinned network. */
  isPinnedAsset: boolean
  /** The vault in the newest block. `hasTerms`: it was created with the order's terms. */
  latest: { state: 'missing' } | { state: 'open' | 'claimed' | 'cancelled'; hasTerms: boolean; balance: bigint }
}

/**
 * `agrees`: the chain shows what the orderbook says. `ahead`: the chain shows a later state, which the orderbook says once enough
 * blocks confirm it. `contradicts`: the orderbook says something that the chain does not show.
 */
export type Comparison = 'agrees' | 'ahead' | 'contradicts'

/** How far a side has come: 0 is not on chain, 1 is funded, 2 is claimed or cancelled. */
const stageOfStatus: Record<IntentWire['status'], number> = {
  awaiting: 0,
  expired: 0,
  created: 1,
  cancellable: 1,
  claimed: 2,
  cancelled: 2,
}
const stageOfState = { missing: 0, open: 1, claimed: 2, cancelled: 2 } as const

/** Compares what the orderbook says of one side with what the browser has read from the chain. */
export function compareSide({ status, amount }: Pick<IntentWire, 'status' | 'amount'>, seen: VaultOnChain): Comparison {
  const { isPredicted, isPinnedAsset, latest } = seen
  const [said, shown] = [stageOfStatus[status], stageOfState[latest.state]]
  const isWrongVault = latest.state !== 'missing' && !latest.hasTerms
  const isUnderfunded = latest.state === 'open' && latest.balance < BigInt(amount)
  if (!isPredicted || !isPinnedAsset || isWrongVault || isUnderfunded || said > shown) return 'contradicts'
  if (said === 2 && status !== latest.state) return 'contradicts'
  return shown > said ? 'ahead' : 'agrees'
}
