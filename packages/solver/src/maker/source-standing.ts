import { askHeader, believedOf } from '@tandem/chain'
import { type AssetConfig, highestWorthUsd } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import { readSide } from '../orders/read-account.ts'
import { promisedEscrows, sidesOf, type TradedChain } from '../orders/sides.ts'

/**
 * What may still become of an order's source. `missed`: it is missing in a block at depth after `initiate_by`, so it
 * binds nobody. `open`: it may still come. `kept`: it is there, or the order is not as promised, so its money stays
 * reserved.
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
