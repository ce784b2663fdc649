import type { Address, Hex } from 'viem'
import { decodeHop, encodeHop, type HopPayload, hopPayloadSchema } from './claim.ts'
import {
  addressCodec,
  addressSchema,
  bytesSchema,
  hashCodec,
  hashSchema,
  orderIdSchema,
  unixSecondsSchema,
} from './scalars.ts'
import { z } from './zod.ts'

/** Relayers that one secret can be shared among. */
export const mostShares = 8

const shareSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{66}$/, 'must be a share of 33 bytes as 0x-prefixed hex')
  .openapi({ description: "A Shamir share of the secret: 32 bytes, and the share's own coordinate." })

/** The body of `POST /shares`. */
export const createShareSchema = z
  .strictObject({
    order_id: orderIdSchema,
    swap_id: addressSchema.openapi({ description: 'The destination vault that the client has verified.' }),
    share: shareSchema,
    share_hashes: z.array(hashSchema).min(2).max(mostShares).openapi({
      description: 'SHA-256 of every share, in the order in which the relayers take turns. All differ.',
    }),
    least_ready: z.int().min(2).max(mostShares).openapi({
      description: 'How many relayers, this one included, must find the reveal safe before any share is given.',
    }),
    signature: bytesSchema.openapi({ description: 'EIP-712 `ShareSecret` by the creator of the source escrow.' }),
    hop: hopPayloadSchema.optional().openapi({
      description: 'Required when `destination_intent.l1_hop`, refused otherwise.',
    }),
  })
  .refine(({ share_hashes: all }) => new Set(all.map((one) => one.toLowerCase())).size === all.length, {
    path: ['share_hashes'],
    message: 'must differ from one another',
  })
  .refine(({ share_hashes: all, least_ready: least }) => least <= all.length, {
    path: ['least_ready'],
    message: 'must be at most the number of shares',
  })
  .openapi('CreateShare')
export type CreateShareWire = z.infer<typeof createShareSchema>

export interface CreateShare {
  orderId: string
  /** The destination vault that the client has verified. */
  swapId: Address
  share: Hex
  /** SHA-256 of every share, in the order of the turns. */
  shareHashes: readonly Hex[]
  /** Relayers that must find the reveal safe before a share is given. */
  leastReady: number
  signature: Hex
  hop: HopPayload | null
}

/** {@link createShareSchema} on the wire, {@link CreateShare} inside. */
export const createShareCodec = z.codec(createShareSchema, z.custom<CreateShare>(), {
  decode: ({ order_id, swap_id, share, share_hashes, least_ready, signature, hop }) => ({
    orderId: order_id.toLowerCase(),
    swapId: addressCodec.decode(swap_id),
    share: share.toLowerCase() as Hex,
    shareHashes: share_hashes.map((hash) => hashCodec.decode(hash)),
    leastReady: least_ready,
    signature: signature as Hex,
    hop: hop === undefined ? null : decodeHop(hop),
  }),
  encode: ({ orderId, swapId, shareHashes, leastReady, hop, ...same }) => ({
    order_id: orderId,
    swap_id: swapId,
    share_hashes: [...shareHashes],
    least_ready: leastReady,
    ...same,
    ...(hop === null ? { hop: undefined } : { hop: encodeHop(hop) }),
  }),
})

/** The result of `POST /shares`. It does not repeat the share. */
export const keptShareSchema = z
  .object({
    order_id: orderIdSchema,
    share_hash: hashSchema,
    kept_until: unixSecondsSchema.openapi({ description: '`cancel_after` of the destination escrow, at the latest.' }),
  })
  .openapi('KeptShare')
export type KeptShareWire = z.infer<typeof keptShareSchema>

/** The result of `GET /shares/{order_id}`: only of a relayer that finds the reveal safe. */
export const shareListSchema = z
  .object({
    data: z
      .array(
        z.object({
          share_hash: hashSchema,
          share: shareSchema.nullable().openapi({ description: '`null` until `least_ready` relayers are ready.' }),
        }),
      )
      .max(2 * mostShares),
  })
  .openapi('ShareList')
export type ShareListWire = z.infer<typeof shareListSchema>
