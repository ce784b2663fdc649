import type { Address, Hex } from 'viem'
import { cancelConsentSchema } from './consent.ts'
import { requestFailureNames } from './error-codes.ts'
import { initiationPaths } from './rules/index.ts'
import {
  addressCodec,
  addressSchema,
  bytesSchema,
  chainNameSchema,
  dateTimeSchema,
  hashCodec,
  hashSchema,
  keySignatureSchema,
  orderIdSchema,
  quantityCodec,
  quantitySchema,
  secretSchema,
  unixSecondsSchema,
} from './scalars.ts'
import { z } from './zod.ts'

/** The hop payload, signed by the recipient (EIP-712 `HopClaim`, docs/hops.md). */
export const hopPayloadSchema = z
  .strictObject({
    bridge_factory: addressSchema,
    dest_blockchain_id: hashSchema,
    recipient: addressSchema.openapi({
      description: 'Who is paid on the final chain.',
    }),
    fee_token: addressSchema,
    relayer_fee: quantitySchema,
    dispatch_gas: z.int().min(0).max(30_000_000).openapi({
      description: 'Gas that the bridge is given, exactly. When it is not enough, the recipient is paid on the hub.',
    }),
    deadline: unixSecondsSchema,
    signature: bytesSchema,
  })
  .openapi('HopPayload')

/** The body of `POST /claims`. */
export const createClaimSchema = z
  .strictObject({
    order_id: orderIdSchema,
    secret: secretSchema,
    swap_id: addressSchema.optional().openapi({
      description:
        'The destination vault that the client has verified (`destination_intent.swap_id`). A claim of any other vault is refused. Always send it: without it the relayer has only the orderbook to say which vault is meant.',
    }),
    hop: hopPayloadSchema.optional().openapi({
      description: 'Required when `destination_intent.l1_hop`, refused otherwise.',
    }),
    wait: z.boolean().optional().openapi({
      description:
        'With `true`, a claim whose escrows are not on chain yet is kept, encrypted, and submitted as soon as revealing is safe: the client may go away. Whoever runs the relayer could then, together with the market maker, take what the user pays and give nothing.',
    }),
  })
  .openapi('CreateClaim')
export type CreateClaimWire = z.infer<typeof createClaimSchema>

/** A signed hop. `relayerFee` is in base units of `feeToken`, `deadline` in unix seconds. */
export interface HopPayload {
  bridgeFactory: Address
  destBlockchainId: Hex
  recipient: Address
  feeToken: Address
  relayerFee: bigint
  dispatchGas: number
  deadline: number
  signature: Hex
}

/** The body of `POST /claims`, as the code uses it. It holds the secret: never log it. */
export interface CreateClaim {
  orderId: string
  secret: Hex
  /** The destination vault that the client has verified; `null` when it named none. */
  swapId: Address | null
  hop: HopPayload | null
  /** Whether the claim is kept until revealing is safe. Otherwise it is refused before then. */
  wait: boolean
}

export const decodeHop = (hop: z.infer<typeof hopPayloadSchema>): HopPayload => ({
  bridgeFactory: addressCodec.decode(hop.bridge_factory),
  destBlockchainId: hashCodec.decode(hop.dest_blockchain_id),
  recipient: addressCodec.decode(hop.recipient),
  feeToken: addressCodec.decode(hop.fee_token),
  relayerFee: quantityCodec.decode(hop.relayer_fee),
  dispatchGas: hop.dispatch_gas,
  deadline: hop.deadline,
  signature: hop.signature as Hex,
})

export const encodeHop = (hop: HopPayload): z.infer<typeof hopPayloadSchema> => ({
  bridge_factory: hop.bridgeFactory,
  dest_blockchain_id: hop.destBlockchainId,
  recipient: hop.recipient,
  fee_token: hop.feeToken,
  relayer_fee: String(hop.relayerFee),
  dispatch_gas: hop.dispatchGas,
  deadline: hop.deadline,
  signature: hop.signature,
})

/** Turns {@link createClaimSchema} of the wire into {@link CreateClaim}, and back. */
export const createClaimCodec = z.codec(createClaimSchema, z.custom<CreateClaim>(), {
  decode: (body) => ({
    orderId: body.order_id.toLowerCase(),
    secret: body.secret.toLowerCase() as Hex,
    swapId: body.swap_id === undefined ? null : addressCodec.decode(body.swap_id),
    hop: body.hop === undefined ? null : decodeHop(body.hop),
    wait: body.wait ?? false,
  }),
  encode: (claim) => ({
    order_id: claim.orderId,
    secret: claim.secret,
    ...(claim.swapId === null ? {} : { swap_id: claim.swapId }),
    ...(claim.hop === null ? {} : { hop: encodeHop(claim.hop) }),
    ...(claim.wait ? { wait: true } : {}),
  }),
})

/** The body of `POST /claims/{claim_id}/withdraw`. Claim identifiers are public, so the secret shows whose claim it is. */
export const withdrawClaimSchema = z.strictObject({ secret: secretSchema }).openapi('WithdrawClaim')
export type WithdrawClaimWire = z.infer<typeof withdrawClaimSchema>

/**
 * How far a claim is. While it is `waiting`, its secret cannot be revealed safely yet. When it is
 * `submitted`, its transaction was sent and does not have the chain's confirmations yet. When it is
 * `superseded`, another party has claimed with the same secret.
 */
export const claimStatuses = ['waiting', 'queued', 'submitted', 'confirmed', 'superseded', 'failed'] as const
export const claimStatusSchema = z.enum(claimStatuses).openapi('ClaimStatus')
export type ClaimStatus = (typeof claimStatuses)[number]

/** A transaction that was signed for a claim, an initiation or a refund. Its fees are in wei. */
export const attemptSchema = z
  .object({
    tx_hash: hashSchema,
    signer: addressSchema,
    nonce: z.int().min(0),
    max_fee_per_gas: quantitySchema,
    max_priority_fee_per_gas: quantitySchema,
    gas_limit: quantitySchema,
    replaced_by: hashSchema.nullable(),
    provider: z.string().nullable().openapi({ description: 'Host of the endpoint that took it first.' }),
    outcome: z.enum(['signed', 'sent', 'mined', 'reverted', 'replaced', 'dropped']),
    error_class: z.string().nullable(),
    created_at: dateTimeSchema,
    broadcast_at: dateTimeSchema.nullable(),
  })
  .openapi('Attempt')

const requestFields = {
  order_id: orderIdSchema,
  swap_id: addressSchema,
  chain: chainNameSchema,
  status: claimStatusSchema,
  attempts: z.array(attemptSchema).openapi({ description: 'Every transaction signed for it, oldest first.' }),
  error_code: z
    .enum(requestFailureNames)
    .nullable()
    .openapi({ description: 'Why it failed, or, with `PAYOUT_REVERTS`, why it waits for its user.' }),
  created_at: dateTimeSchema,
  updated_at: dateTimeSchema,
}

/** A claim: the relayer's work of revealing the secret on the destination chain. It never carries the secret. */
export const claimSchema = z
  .object({
    claim_id: z.uuid(),
    claim_tx_hash: hashSchema.nullable(),
    ...requestFields,
    created_at: dateTimeSchema.openapi({
      description: 'When it was posted; of a claim that had to wait, when revealing became safe.',
    }),
  })
  .openapi('Claim')
export type ClaimWire = z.infer<typeof claimSchema>

/** The query of `GET /claims`. */
export const listClaimsSchema = z.strictObject({ order_id: orderIdSchema })

/** The result of `GET /claims`. */
export const claimListSchema = z.object({ data: z.array(claimSchema) }).openapi('ClaimList')

/** The body of `POST /initiations`: the relayer creates the source escrow for the user. */
export const createInitiationSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('prefunded'), order_id: orderIdSchema }),
    z.strictObject({
      type: z.literal('permit'),
      order_id: orderIdSchema,
      permit_deadline: quantitySchema.openapi({
        description: 'Deadline of the EIP-2612 permit, unix seconds.',
      }),
      permit_signature: keySignatureSchema,
      deadline: unixSecondsSchema,
      creator_signature: bytesSchema.openapi({
        description: 'EIP-712 `CreateEscrow` by the creator.',
      }),
    }),
    z.strictObject({
      type: z.literal('signed'),
      order_id: orderIdSchema,
      deadline: unixSecondsSchema,
      creator_signature: bytesSchema.openapi({
        description: 'EIP-712 `CreateEscrow` by the creator.',
      }),
    }),
    z.strictObject({
      type: z.literal('permit2'),
      order_id: orderIdSchema,
      nonce: quantitySchema.openapi({ description: "Permit2's unordered nonce, one that the creator has not used." }),
      deadline: unixSecondsSchema,
      signature: bytesSchema.openapi({
        description:
          'EIP-712 `PermitWitnessTransferFrom` by the creator, in the domain of Permit2: the amount, the registry as spender, the terms as `EscrowTerms witness`.',
      }),
    }),
    z.strictObject({
      type: z.literal('eip3009'),
      order_id: orderIdSchema,
      valid_after: quantitySchema.openapi({ description: 'Unix seconds after which the authorization holds.' }),
      valid_before: quantitySchema.openapi({ description: 'Unix seconds before which the authorization holds.' }),
      nonce: hashSchema.openapi({ description: '32 bytes that the creator has not used at the token.' }),
      signature: bytesSchema.openapi({
        description:
          "EIP-3009 `TransferWithAuthorization` by the creator, in the token's domain, of the amount to `swap_id`.",
      }),
    }),
  ])
  .openapi('CreateInitiation')
export type CreateInitiationWire = z.infer<typeof createInitiationSchema>

/** The relayer's work of creating a source escrow for a user. */
export const initiationSchema = z
  .object({
    initiation_id: z.uuid(),
    type: z.enum(initiationPaths).exclude(['native']),
    create_tx_hash: hashSchema.nullable(),
    ...requestFields,
    reason: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .optional()
      .openapi({ description: 'What it waits for; once it failed, why. `null` before its first step.' }),
  })
  .openapi('Initiation')
export type InitiationWire = z.infer<typeof initiationSchema>

/** The query of `GET /initiations`. */
export const listInitiationsSchema = z.strictObject({ order_id: orderIdSchema })

/** The result of `GET /initiations`. */
export const initiationListSchema = z.object({ data: z.array(initiationSchema) }).openapi('InitiationList')

/** The body of `POST /orders/{order_id}/refund`: the relayer gives the source amount back to its creator. */
export const createRefundSchema = z
  .strictObject({
    consent: cancelConsentSchema.optional().openapi({
      description:
        'Opens the escrow before `cancel_after`. Without it the maker of the order is asked for it once `fill_by` has passed.',
    }),
  })
  .openapi('CreateRefund')
export type CreateRefundWire = z.infer<typeof createRefundSchema>

/**
 * How a refund was made: by the market maker's consent, by cancelling after `cancel_after`, by
 * returning tokens for which no escrow was created, or by returning tokens that came late.
 */
export const refundWays = ['consent', 'cancel', 'recover_prefund', 'sweep'] as const

/** The relayer's work of giving a source amount back. */
export const refundSchema = z
  .object({
    refund_id: z.uuid(),
    way: z.enum(refundWays),
    refund_tx_hash: hashSchema.nullable(),
    ...requestFields,
  })
  .openapi('Refund')
export type RefundWire = z.infer<typeof refundSchema>
