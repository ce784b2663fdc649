import { askHeader, believedOf } from '@tandem/chain'
import { type AssetConfig, highestWorthUsd } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import { readSide } from '../orders/read-account.ts'
import { promisedEscrows, sidesOf, type TradedChain } from '../orders/sides.ts'

/**
 * What can still happen to an order's source. `missed`: a confirmed block after `initiate_by` does not have it, so the
 * order binds nobody. `open`: it may still be created. `kept`: the source exists or existed, or the order differs from
 * what the maker promised, so that it cannot be told whether the order binds. Either way the money stays reserved.
 */
export type SourceStanding = 'missed' | 'open' | 'kept'

export interface SourceStandingDeps {
  chains: ReadonlyMap<string, TradedChain>
  assets: readonly AssetConfig[]
  covers: (order: Order, escrows: ReturnType<typeof promisedEscrows>) => boolean
}

export const makeSourceStanding =
  ({ chains, assets, covers }: SourceStandingDeps) =>
  async (order: Order): Promise<SourceStanding> => {
    const sides = sidesOf(order, chains)
    const { initiate_by: initiateBy } = order
    if (sides === undefined || initiateBy === null) return 'kept'
    if (!covers(order, promisedEscrows(sides))) return 'kept'
    const { source } = sides
    const { atDepth, counted } = await readSide(source, highestWorthUsd(assets, order))
    if (atDepth.state !== 'missing') return 'kept'
    const { quorum } = source.chain
    return believedOf(quorum, await askHeader(quorum, counted)).timestamp > initiateBy ? 'missed' : 'open'
  }
