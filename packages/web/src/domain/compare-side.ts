import type { IntentWire } from '@tandem/contracts'

/** A vault as the browser read it from the chain. */
export interface SeenVault {
  isPredicted: boolean
  isPinnedAsset: boolean
  /** In the newest block. */
  latest: { state: 'missing' } | { state: 'open' | 'claimed' | 'cancelled'; hasTerms: boolean; balance: bigint }
}

/**
 * `agrees`: the chain shows what the orderbook says. `ahead`: the chain shows more, which the orderbook counts once it is
 * confirmed. `contradicts`: the orderbook says something that the chain does not show.
 */
export type Comparison = 'agrees' | 'ahead' | 'contradicts'

/** How far a side has come: not on chain, funded, settled. */
const stageOfStatus: Record<IntentWire['status'], number> = {
  awaiting: 0,
  expired: 0,
  created: 1,
  cancellable: 1,
  claimed: 2,
  cancelled: 2,
}
const stageOfState = { missing: 0, open: 1, claimed: 2, cancelled: 2 } as const

/** Compares the orderbook's word on one side with the browser's own reading. Pure. */
export function compareSide({ status, amount }: Pick<IntentWire, 'status' | 'amount'>, seen: SeenVault): Comparison {
  const { isPredicted, isPinnedAsset, latest } = seen
  const [said, shown] = [stageOfStatus[status], stageOfState[latest.state]]
  const isWrongVault = latest.state !== 'missing' && !latest.hasTerms
  const isUnderfunded = latest.state === 'open' && latest.balance < BigInt(amount)
  if (!isPredicted || !isPinnedAsset || isWrongVault || isUnderfunded || said > shown) return 'contradicts'
  if (said === 2 && status !== latest.state) return 'contradicts'
  return shown > said ? 'ahead' : 'agrees'
}
