import { sha256, stringToBytes, type TypedDataDefinition } from 'viem'
import { isMessageSignedBy, type MessageKind, typedDataOf } from './signed-message.ts'

/** The body of `POST /makers` without its signature (docs/makers.md). */
export interface MakerEnrolment {
  readonly endpoint: string
  /** Shared with the orderbook; only its SHA-256 is signed. */
  readonly secret: string
  readonly addresses: Readonly<Record<string, string>>
  readonly routes?: readonly string[] | undefined
}

interface EnrolmentMessage {
  orderbook: string
  endpoint: string
  secret_hash: string
  addresses: string
  routes: string
}

const kind: MessageKind<EnrolmentMessage> = {
  domain: 'Tandem maker enrolment',
  primaryType: 'MakerEnrolment',
  fields: [
    ['orderbook', 'string'],
    ['endpoint', 'string'],
    ['secret_hash', 'bytes32'],
    ['addresses', 'string'],
    ['routes', 'string'],
  ],
}

/** Lists are signed as sorted texts, parted by commas: `chain=0x…`, and `source>destination`. */
const messageOf = (orderbook: string, { endpoint, secret, addresses, routes = [] }: MakerEnrolment) => ({
  orderbook: orderbook.replace(/\/+$/, ''),
  endpoint,
  secret_hash: sha256(stringToBytes(secret)),
  addresses: Object.entries(addresses)
    .map(([chain, address]) => `${chain}=${address.toLowerCase()}`)
    .sort()
    .join(','),
  routes: [...routes].sort().join(','),
})

/**
 * The EIP-712 typed data that a maker's signing key signs to enrol.
 * @param orderbook the public URL of the one orderbook that it is for.
 */
export const enrolmentTypedData = (orderbook: string, enrolment: MakerEnrolment): TypedDataDefinition =>
  typedDataOf(kind, messageOf(orderbook, enrolment))

/** An unreadable signature is by no key. */
export const isEnrolmentSignedBy = (
  signer: string,
  { orderbook, enrolment, signature }: { orderbook: string; enrolment: MakerEnrolment; signature: string },
): Promise<boolean> => isMessageSignedBy(kind, signer, { message: messageOf(orderbook, enrolment), signature })
