import { devnetMessengerAbi } from '@tandem/escrow'
import { type Address, getAbiItem, type Hex, isHash, toEventSelector } from 'viem'
import type { DeliveryKind } from './domain/chain-event.ts'
import type { EventSource } from './event-source.ts'

const topicOf = (name: 'MessageExecuted' | 'MessageExecutionFailed'): Hex =>
  toEventSelector(getAbiItem({ abi: devnetMessengerAbi, name }))

const kindOf: Readonly<Record<Hex, DeliveryKind>> = {
  [topicOf('MessageExecuted')]: 'hop_delivered',
  [topicOf('MessageExecutionFailed')]: 'hop_failed',
}

/**
 * The executions and failures of messages from the hub. `ReceiveCrossChainMessage` is not read, because it adds nothing.
 * Other people's messages are read as well: the hub's events, by which ours are recognised, may be read later.
 */
export const deliverySource = (messenger: Address, hubBlockchainId: Hex): EventSource => ({
  address: messenger,
  kinds: Object.keys(kindOf) as Hex[],
  topics: [null, hubBlockchainId],
  decode({ topics: [topic0, messageId, sourceBlockchainId] }) {
    const kind = topic0 === undefined ? undefined : kindOf[topic0]
    const isOfHub = sourceBlockchainId?.toLowerCase() === hubBlockchainId.toLowerCase()
    if (kind === undefined || messageId === undefined || !isHash(messageId) || !isOfHub) return undefined
    return { subject: messageId, kind, payload: { messageId } }
  },
})
