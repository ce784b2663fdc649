import { type AssetConfig, chainOfAsset } from '@tandem/contracts'
import type { Intent, Order } from '@tandem/sdk'
import { type Address, isAddressEqual } from 'viem'
import type { Journal } from '../journal.ts'
import type { Promises } from '../maker/promises.ts'
import { promisedEscrows, type Side, type Sides } from './sides.ts'

export interface BlockerDeps {
  assets: readonly AssetConfig[]
  journal: Pick<Journal, 'fundings' | 'isConsented'>
  promises: Pick<Promises, 'covers'> | undefined
}

export const otherDestination = 'another destination was funded against this source'

export const isOtherFunded = (journal: Pick<Journal, 'fundings'>, { source, destination }: Sides): boolean =>
  journal.fundings(source.vault).some(({ vault }) => !isAddressEqual(vault, destination.vault))

export function fundingBlocker(
  { assets, journal, promises }: BlockerDeps,
  order: Order,
  sides: Sides,
): string | undefined {
  const { source, destination } = sides
  if (!isOfAsset(source, order.source_intent, assets) || !isOfAsset(destination, order.destination_intent, assets))
    return 'an escrow does not hold the asset that the order names'
  if (journal.isConsented(source.vault)) return 'the source was given back'
  if (isOtherFunded(journal, sides)) return otherDestination
  const isCovered = promises?.covers(order, promisedEscrows(sides)) ?? true
  return isCovered ? undefined : 'it is not what was signed for'
}

/** The asset's chain is compared as well, because native tokens share one address. */
function isOfAsset(
  { chain, terms }: Side,
  { asset: name }: Pick<Intent, 'asset'>,
  assets: readonly AssetConfig[],
): boolean {
  const asset = assets.find((one) => one.asset === name)
  return (
    asset !== undefined &&
    chainOfAsset(name) === chain.config.chain &&
    isAddressEqual(asset.token_address as Address, terms.token)
  )
}
