import { type Address, decodeEventLog, type Hex, toEventSelector } from 'viem'
import { escrowEventsAbi } from './generated/lean-abi.ts'

/** Why a vault was cancelled, in the order of the contract's enum. */
export const cancelReasons = ['expired', 'consent', 'prefund_recovered'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** An event of the registry. Amounts are in base units, `cancelAfter` in unix seconds. */
export type EscrowEvent =
  | {
      type: 'created'
      vault: Address
      creator: Address
      recipient: Address
      token: Address
      amount: bigint
      commitmentHash: Hex
      cancelAfter: number
      hopBridge: Address
    }
  | { type: 'claimed'; vault: Address; commitmentHash: Hex; to: Address; secret: Hex; amount: bigint }
  | {
      type: 'hop_dispatched'
      vault: Address
      commitmentHash: Hex
      messageId: Hex
      secret: Hex
      destBlockchainId: Hex
      hopRecipient: Address
      amount: bigint
      relayerFee: bigint
    }
  | {
      type: 'cancelled'
      vault: Address
      commitmentHash: Hex
      creator: Address
      amount: bigint
      reason: CancelReason
    }

/** The first topics of the registry's events, for a filter of `eth_getLogs`. */
export const escrowEventTopics: readonly Hex[] = escrowEventsAbi.map((event) => toEventSelector(event))

/**
 * Reads an event of the registry. The caller has checked that the log's address is the registry's.
 * @returns `undefined` for another log.
 */
export function decodeEscrowLog(log: { topics: readonly Hex[]; data: Hex }): EscrowEvent | undefined {
  const [topic0, ...rest] = log.topics
  if (topic0 === undefined || !escrowEventTopics.includes(topic0)) return undefined
  const decoded = tryDecode(log.data, [topic0, ...rest])
  switch (decoded?.eventName) {
    case 'EscrowCreated':
      return { type: 'created', ...decoded.args, cancelAfter: Number(decoded.args.cancelAfter) }
    case 'EscrowClaimed':
      return { type: 'claimed', ...decoded.args }
    case 'EscrowHopDispatched':
      return { type: 'hop_dispatched', ...decoded.args }
    case 'EscrowCancelled': {
      const reason = cancelReasons[decoded.args.reason]
      return reason === undefined ? undefined : { type: 'cancelled', ...decoded.args, reason }
    }
    default:
      return undefined
  }
}

function tryDecode(data: Hex, topics: [Hex, ...Hex[]]) {
  try {
    return decodeEventLog({ abi: escrowEventsAbi, data, topics })
  } catch {
    // The log is of another contract's event with the same name.
    return undefined
  }
}
