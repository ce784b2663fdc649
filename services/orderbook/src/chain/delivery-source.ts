import { devnetMessengerAbi } from '@tandem/escrow'
import { type Address, getAbiItem, type Hex, isHash, toEventSelector } from 'viem'
import type { DeliveryKind } from './chain-event.ts'
import type { EventSource } from './event-source.ts'

const topicOf = (name: 'MessageExecuted' | 'MessageExecutionFailed'): Hex =>
  toEventSelector(getAbiItem({ abi: devnetMessengerAbi, name }))

const kindOf: Readonly<Record<Hex, DeliveryKind>> = {
  [topicOf('MessageExecuted')]: 'hop_delivered',
  [topicOf('MessageExecutionFailed')]: 'hop_failed',
}

/**
 * The events of a final chain's messenger about messages from the hub: each message was executed, or its execution
 * failed, and a retry may have it executed later. (`ReceiveCrossChainMessage` says nothing more: one of the two stands
 * in the same transaction.) Other people's messages are read as well: which are ours, their ids say, once the hub's
 * events are known.
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
