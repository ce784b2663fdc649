import { highestWorthUsd } from '@tandem/contracts'
import { hashSecret } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import type { Hex } from 'viem'
import { askSecret } from '../chain/vault-events.ts'
import type { OrderView } from '../domain/decide.ts'
import { decideRefund, type RefundDecision } from '../domain/refund.ts'
import type { Journal } from '../journal.ts'
import { type BlockerDeps, fundingBlocker, isOtherFunded, otherDestination } from './funding-blocker.ts'
import { readBinding, readCounted, readSide, type SideSeen, wasCreatedSince } from './read-account.ts'
import { type FundingFactsDeps, makeReadFundingFacts, noFundingFacts } from './read-funding-facts.ts'
import type { Side, Sides } from './sides.ts'

export type OrderViewDeps = BlockerDeps &
  FundingFactsDeps & {
    journal: Pick<Journal, 'since'>
    now: () => number
  }

const notAsked: RefundDecision = { type: 'no', reason: 'the time to fill is not over' }

/** Reads from both chains what the decision needs. The reader rejects with UnbelievedError. */
export function makeReadOrderView(deps: OrderViewDeps) {
  const { assets, journal, now } = deps
  const readFundingFacts = makeReadFundingFacts(deps)
  return async (order: Order, sides: Sides): Promise<{ view: OrderView; secret: Hex | undefined }> => {
    const valueUsd = highestWorthUsd(assets, order)
    const [source, destination] = await Promise.all([
      readSide(sides.source, valueUsd),
      readSide(sides.destination, valueUsd),
    ])
    const told = toldSecret(order, sides.destination)
    const isClaimed = destination.latest.state === 'claimed'
    const secret = told ?? (isClaimed ? await shownSecret(sides.destination, now) : undefined)
    const fillBy = order.fill_by
    const isMissing = destination.latest.state === 'missing'
    const isFillOver = isMissing && fillBy !== null && destination.chainTime >= fillBy
    const isFundable = isMissing && !isFillOver && source.atDepth.state === 'open'
    const [sourceCreatedAt, fundingFacts, refund] = await Promise.all([
      isFundable ? readBinding(order, sides.source) : undefined,
      isFundable ? readFundingFacts(order, sides) : noFundingFacts,
      isFillOver ? readRefund(journal, order, sides, { source, destination }) : notAsked,
    ])
    const view: OrderView = {
      ...{ source, destination, sourceCreatedAt, fillBy, refund, ...fundingFacts },
      isSecretPublic: secret !== undefined,
      initiateBy: order.initiate_by,
      now: Math.floor(now() / 1000),
      blocker: fundingBlocker(deps, order, sides),
    }
    return { view, secret }
  }
}

/** The secret that the orderbook names, if it opens the escrows. */
export function toldSecret({ destination_intent }: Order, { terms }: Side): Hex | undefined {
  const commitment = destination_intent.commitment as Hex | null
  return commitment !== null && hashSecret(commitment) === terms.commitmentHash ? commitment : undefined
}

export function shownSecret({ chain, terms, vault }: Side, now: () => number): Promise<Hex | undefined> {
  const lookBackSecs = Math.max(0, Math.floor(now() / 1000) - terms.cancelAfter) + chain.config.dest_cancel_after_secs
  return askSecret(chain, { vault, commitmentHash: terms.commitmentHash, lookBackSecs })
}

/** Whether the source may be given back, by the rule of `domain/refund.ts`. */
async function readRefund(
  journal: OrderViewDeps['journal'],
  order: Order,
  sides: Sides,
  { source, destination }: { source: SideSeen; destination: SideSeen },
): Promise<RefundDecision> {
  if (isOtherFunded(journal, sides)) return { type: 'no', reason: otherDestination }
  const [counted, isHistoryComplete] = await Promise.all([
    readCounted(sides.destination, destination),
    wasCreatedSince(journal, sides.source, order.source_intent.create_block_number),
  ])
  const fundings = journal.fundings(sides.source.vault)
  return decideRefund({
    source: source.latest,
    destination: { latest: destination.latest, atDepth: destination.atDepth, ...counted },
    fillBy: order.fill_by,
    highestFundingNonce: fundings.length === 0 ? undefined : Math.max(...fundings.map(({ nonce }) => nonce)),
    isHistoryComplete,
  })
}
