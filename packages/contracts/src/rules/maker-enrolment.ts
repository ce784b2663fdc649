import { sha256, stringToBytes, type TypedDataDefinition } from 'viem'
import { isMessageSignedBy, type MessageKind, typedDataOf } from './signed-message.ts'

/** The body of `POST /makers` without its signature. */
export interface MakerEnrolment {
  readonly endpoint: string
  /** Only its SHA-256 is signed. */
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

/** Signed lists are sorted texts: `chain=0x…`, `source>destination`. */
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

/** @param orderbook its public URL. */
export const enrolmentTypedData = (orderbook: string, enrolment: MakerEnrolment): TypedDataDefinition =>
  typedDataOf(kind, messageOf(orderbook, enrolment))

/** Never throws. */
export const isEnrolmentSignedBy = (
  signer: string,
  { orderbook, enrolment, signature }: { orderbook: string; enrolment: MakerEnrolment; signature: string },
): Promise<boolean> => isMessageSignedBy(kind, signer, { message: messageOf(orderbook, enrolment), signature })
