import type { AssetConfig } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import type { Exposure } from '../domain/risk.ts'
import type { Promises } from '../maker/promises.ts'
import type { Sides } from '../orders/sides.ts'
import type { PriceOf } from '../prices/live-prices.ts'
import { type AtRisk, sourceKey } from './at-risk.ts'
import { exposureOf, type FundedOrder, fundedOrderOf } from './funded-order.ts'

/**
 * The limits of money at risk, applied to orders. A firm quote counts from its signing; when its order comes, the order
 * counts in its place.
 */
export interface OrderRisk {
  /** Names the limit that funding the order would exceed, if any. */
  problem(order: Order, sides: Sides): string | undefined
  /** Counts the order, unless it would exceed a limit. Returns that limit, if any. */
  take(order: Order, sides: Sides): string | undefined
  /** Counts the order in place of its quote, because its funding may be mined from now on. */
  fund(order: Order): void
  /** Stops counting the order, because nothing was funded. If it had a quote, the quote counts again. */
  giveUp(order: Order): void
  /** @throws Error when the order names an asset that the network does not list. */
  recordOf(order: Order, sides: Sides): FundedOrder
}

export interface OrderRiskDeps {
  atRisk: Pick<AtRisk, 'problem' | 'take' | 'of' | 'release'>
  promises: Pick<Promises, 'keyOf'> | undefined
  assets: readonly AssetConfig[]
  /** `undefined` without a source of prices. */
  priceOf: PriceOf | undefined
}

export function makeOrderRisk({ atRisk, promises, assets, priceOf }: OrderRiskDeps): OrderRisk {
  const keyOf = ({ source_intent }: Order) => sourceKey(source_intent.swap_id)
  function keysOf(order: Order): [string, ...string[]] {
    const reserved = promises?.keyOf(order)
    return [keyOf(order), ...(reserved === undefined ? [] : [reserved])]
  }
  /**
   * An order keeps the exposure with which it was first counted: a later price must not make a promise too large to be
   * kept.
   */
  function exposure(order: Order, sides: Sides): Exposure | undefined {
    const counted = keysOf(order).flatMap((key) => atRisk.of(key) ?? [])[0]
    if (counted !== undefined) return counted
    const record = fundedOrderOf(order, sides, { assets, priceOf })
    return record && exposureOf(record, assets)
  }

  return {
    problem(order, sides) {
      const found = exposure(order, sides)
      return found && atRisk.problem(keysOf(order), found)
    },
    take(order, sides) {
      const found = exposure(order, sides)
      return found === undefined ? 'an asset is not listed' : atRisk.take(keysOf(order), found)
    },
    fund(order) {
      for (const key of keysOf(order).slice(1)) atRisk.release(key)
    },
    giveUp: (order) => atRisk.release(keyOf(order)),
    recordOf(order, sides) {
      const record = fundedOrderOf(order, sides, { assets, priceOf })
      if (record === undefined) throw new Error(`the network does not list an asset of order ${order.order_id}`)
      return record
    },
  }
}
