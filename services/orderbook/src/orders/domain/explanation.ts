import { isFinal } from '@tandem/contracts'
import type { Hex } from 'viem'
import type { BridgeStatus } from './hop-status.ts'
import { deriveNextAction } from './next-action.ts'
import type { Intent, Order } from './order.ts'
import { orderStatusMeanings } from './order-lifecycle.ts'
import { type FundingView, prefundOptions, withPrefund } from './prefund.ts'

export type Explanation = {
  readonly summary: string
  readonly happened: readonly { at: Date; text: string; txHash: Hex | null }[]
  readonly awaiting: { from: string; text: string; until: Date | null } | null
  readonly youCan: readonly string[]
}

export function explainOrder(
  order: Order,
  claimSafetySecs: number | undefined,
  bridge: BridgeStatus | null = null,
  nowSecs = 0,
  funding: FundingView | null = null,
): Explanation {
  const ofChain = deriveNextAction(order, claimSafetySecs, bridge, nowSecs)
  const next = funding === null ? ofChain : withPrefund(order, ofChain, funding)
  return {
    summary: bridge === 'taken_on_hub' ? takenOnHub(order) : orderStatusMeanings[order.status],
    happened: [
      { at: order.createdAt, text: `The order was created from quote ${order.quoteId}.`, txHash: null, rank: 0 },
      ...eventsOf(order.source),
      ...eventsOf(order.destination),
    ]
      .sort((a, b) => a.at.getTime() - b.at.getTime() || a.rank - b.rank)
      .map(({ at, text, txHash }) => ({ at, text, txHash })),
    awaiting:
      next === null
        ? null
        : {
            from: next.actor,
            text: next.description,
            until: next.deadline === null ? null : new Date(next.deadline * 1000),
          },
    youCan: userOptions(order, next?.actor === 'user' ? next.description : undefined, funding),
  }
}

const takenOnHub = ({ status, destination }: Order): string =>
  `${orderStatusMeanings[status]} The recipient was paid on ${destination.chain}: nothing was bridged on.`

/**
 * Sorts facts of the same second on different chains: source before destination, the destination's claim before the
 * source's.
 */
const ranks = {
  source: { create: 1, claim: 4 },
  destination: { create: 2, claim: 3 },
  delivery: 5,
  cancel: 6,
} as const

function eventsOf(intent: Intent) {
  const { side, chain, hop } = intent
  const bridged = intent.bridgeTxHash === null ? '' : ` and bridged on to ${hop?.finalChain}`
  const delivery =
    intent.deliveredAt === null
      ? []
      : [
          {
            at: intent.deliveredAt,
            text: `The bridge delivered the tokens on ${hop?.finalChain}.`,
            txHash: intent.deliveryTxHash,
            rank: ranks.delivery,
          },
        ]
  const texts = [
    [ranks[side].create, intent.create, `The ${side} escrow was created on ${chain}.`],
    [
      ranks[side].claim,
      intent.claim,
      `The ${side} escrow was claimed on ${chain}${bridged}${side === 'destination' ? ': the secret is public' : ''}.`,
    ],
    [ranks.cancel, intent.cancel, `The ${side} escrow was cancelled on ${chain}: its creator was repaid.`],
  ] as const
  const facts = texts.flatMap(([rank, fact, text]) =>
    fact === null ? [] : [{ at: fact.timestamp, text, txHash: fact.txHash, rank }],
  )
  return [...facts, ...delivery]
}

function userOptions(order: Order, ownTask: string | undefined, funding: FundingView | null): string[] {
  const options: string[] = []
  const ofPrefund = funding === null ? [] : prefundOptions(order, funding)
  if (ownTask !== undefined) options.push(ownTask)
  const { source, destination } = order
  const refundFrom = new Date(source.cancelAfter * 1000).toISOString()
  if (source.status === 'created' && destination.status !== 'claimed' && ownTask === undefined) {
    options.push(`If nothing comes: cancel the source escrow from ${refundFrom} on; it repays ${source.creator}.`)
  }
  if (source.status === 'cancellable' && order.status !== 'refundable') {
    options.push(`Cancel the source escrow; it repays ${source.creator}.`)
  }
  if (destination.hop !== null && destination.status === 'created') {
    options.push(
      `Take the tokens on ${destination.chain} instead of bridging them on: the recipient calls claimTo on the escrow ` +
        'with the secret, which needs no hop payload.',
    )
  }
  options.push(...ofPrefund)
  if (order.status === 'created' && ofPrefund.length === 0)
    options.push('Do nothing: an order that is never funded expires and costs nothing.')
  if (order.status === 'conflict') options.push('Contact the operator with the order_id: the facts contradict.')
  if (isFinal(order.status) && order.status !== 'conflict' && ofPrefund.length === 0)
    options.push('Nothing is left to do.')
  return options
}
