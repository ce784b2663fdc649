import { type AssetConfig, chainOfAsset } from '@tandem/contracts'
import type { Intent, Order } from '@tandem/sdk'
import { type Address, isAddressEqual } from 'viem'
import type { Counted } from '../chain/read-counted.ts'
import type { OrderView } from '../domain/decide.ts'
import { judgeRefund, type RefundVerdict } from '../domain/refund.ts'
import type { Journal } from '../journal.ts'
import type { Promises } from '../maker/promises.ts'
import type { SideSeen } from './read-account.ts'
import type { Means } from './read-means.ts'
import { promisedEscrows, type Side, type Sides } from './sides.ts'

/** The source of an order as one client shows it. */
export interface SourceAccount {
  seen: SideSeen
  /** The time of the block that created it; `undefined` while it is not known, or does not matter. */
  createdAt: number | undefined
  /** Whether it came on chain after the journal began; false where it was not asked. */
  isHistoryComplete: boolean
}

/** The destination of an order as one client shows it. */
export interface DestinationAccount {
  seen: SideSeen
  /** Asked for once the time to fill is over. */
  counted: Counted | undefined
  /** Whether the bridge of a hop takes its tokens; `undefined` where that stands among the means. */
  isBridgeOpen: boolean | undefined
}

export interface ViewDeps {
  /** The network's. */
  assets: readonly AssetConfig[]
  journal: Pick<Journal, 'fundings' | 'isConsented'>
  /** Firm quotes of this maker; undefined where it signs none, and fills what the orderbook quoted. */
  promises: Pick<Promises, 'covers'> | undefined
  /** Unix milliseconds. */
  now: () => number
}

/** Everything that is said of an order: by one client of each chain, or by several. */
export interface Accounts {
  source: SourceAccount
  destination: DestinationAccount
  means: Means
  isSecretPublic: boolean
}

/** Puts together what is said of an order, and what the solver itself remembers of it. */
export function makeViewOf({ assets, journal, promises, now }: ViewDeps) {
  return (order: Order, sides: Sides, { source, destination, means, isSecretPublic }: Accounts): OrderView => ({
    source: source.seen,
    destination: destination.seen,
    isSecretPublic,
    ...means,
    isBridgeOpen: destination.isBridgeOpen ?? means.isBridgeOpen,
    initiateBy: order.initiate_by,
    sourceCreatedAt: source.createdAt,
    fillBy: order.fill_by,
    now: Math.floor(now() / 1000),
    bar: barOf({ assets, journal, promises }, order, sides),
    refund: refundOf(journal, order, sides, { source, destination }),
  })
}

const notAsked: RefundVerdict = { verdict: 'no', reason: 'the time to fill is not over' }

const otherDestination = 'another destination was funded against this source'

const isOtherFunded = (fundings: ReturnType<Journal['fundings']>, { vault }: Side): boolean =>
  fundings.some((funding) => !isAddressEqual(funding.vault, vault))

/** Why this solver must not fund the destination, whatever the chains show. */
function barOf(
  { assets, journal, promises }: Pick<ViewDeps, 'assets' | 'journal' | 'promises'>,
  order: Order,
  { source, destination }: Sides,
): string | undefined {
  if (!isOfAsset(source, order.source_intent, assets) || !isOfAsset(destination, order.destination_intent, assets))
    return 'an escrow does not hold the asset that the order names'
  if (journal.isConsented(source.vault)) return 'the source was given back'
  if (isOtherFunded(journal.fundings(source.vault), destination)) return otherDestination
  const isCovered = promises?.covers(order, promisedEscrows({ source, destination })) ?? true
  return isCovered ? undefined : 'it is not what was signed for'
}

/**
 * Whether an escrow stands on the chain of the asset that the order names, and holds its token: by the asset's name it is
 * valued, and the native tokens of all chains have one address.
 */
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

/** Whether the source may be given back, by the rule of `domain/refund.ts`. */
function refundOf(
  journal: ViewDeps['journal'],
  order: Order,
  sides: Sides,
  { source, destination }: Pick<Accounts, 'source' | 'destination'>,
): RefundVerdict {
  if (destination.counted === undefined) return notAsked
  const fundings = journal.fundings(sides.source.vault)
  if (isOtherFunded(fundings, sides.destination)) return { verdict: 'no', reason: otherDestination }
  const { latest, atDepth } = destination.seen
  return judgeRefund({
    source: source.seen.latest,
    destination: { latest, atDepth, ...destination.counted },
    fillBy: order.fill_by,
    highestFundingNonce: fundings.length === 0 ? undefined : Math.max(...fundings.map(({ nonce }) => nonce)),
    isHistoryComplete: source.isHistoryComplete,
  })
}
