import type { ChainEvent, PrismaClient } from '../../db/generated/client.ts'
import type { EventPayload } from '../../watcher/domain/chain-event.ts'
import type { Side } from '../domain/order-lifecycle.ts'
import { type SideEvent, standingFacts } from '../domain/standing-facts.ts'
import type { FactReader } from '../ports.ts'

/** Only the newest deliveries of the bridge are read: anybody may retry one, and each failure is a fact. */
const maxDeliveries = 100

/** Where the events of one side are found: a vault on its chain, or the message of a hop on the final chain. */
type Place = { readonly side: Side; readonly chain: string; readonly subject: string }

const eventOf = (side: Side, row: ChainEvent): SideEvent => ({
  side,
  kind: row.kind as SideEvent['kind'],
  chain: row.chain,
  txHash: row.txHash,
  blockNumber: Number(row.blockNumber),
  blockHash: row.blockHash,
  blockTimestamp: Number(row.blockTimestamp),
  logIndex: row.logIndex,
  finality: row.finality as SideEvent['finality'],
})

const eventsOf = (places: readonly Place[], rows: readonly ChainEvent[]): SideEvent[] =>
  places.flatMap(({ side, chain, subject }) =>
    rows.filter((row) => row.chain === chain && row.subject === subject).map((row) => eventOf(side, row)),
  )

const whereOf = (places: readonly Place[]) => ({
  canonical: true,
  OR: places.map(({ chain, subject }) => ({ chain, subject })),
})

export function makeFactStore({ intent, chainEvent, chainCursor }: PrismaClient): FactReader {
  return {
    ofOrder: async (orderId) => {
      const intents = await intent.findMany({ where: { orderId } })
      const vaults = intents.map(({ side, chain, swapId }) => ({ side: side as Side, chain, subject: swapId }))
      const ofVaults = await chainEvent.findMany({ where: whereOf(vaults) })
      const messages = intents.flatMap(({ side, chain, swapId, finalChain }) =>
        ofVaults
          .filter((row) => row.chain === chain && row.subject === swapId && row.kind === 'hop_dispatched')
          .map(({ payload }) => ({
            side: side as Side,
            chain: finalChain ?? '',
            subject: (payload as EventPayload).messageId ?? '',
          })),
      )
      const ofMessages =
        messages.length === 0
          ? []
          : await chainEvent.findMany({
              where: whereOf(messages),
              orderBy: [{ blockNumber: 'desc' }, { logIndex: 'desc' }],
              take: maxDeliveries,
            })
      const cursors = await chainCursor.findMany({ select: { chain: true, headNumber: true } })
      const heads = new Map(cursors.map(({ chain, headNumber }) => [chain, Number(headNumber)]))
      return standingFacts([...eventsOf(vaults, ofVaults), ...eventsOf(messages, ofMessages)], heads)
    },
  }
}
