import { bytesSchema, unixSecondsSchema } from './scalars.ts'
import { z } from './zod.ts'

/** A market maker's consent to give the source back before `cancel_after`. It pays the creator and no other address. */
export const cancelConsentSchema = z.strictObject({
  deadline: unixSecondsSchema,
  signature: bytesSchema.openapi({
    description: 'EIP-712 `ConsentCancel` by the recipient of the source escrow, the market maker.',
  }),
})
export type CancelConsentWire = z.infer<typeof cancelConsentSchema>

/** Why there is no consent of a maker. */
export const noConsentReasons = ['too_early', 'not_open', 'filled', 'no_maker', 'declined', 'no_answer'] as const
export type NoConsentReason = (typeof noConsentReasons)[number]

/** The answer of `GET /orders/{order_id}/consent`: exactly one of the two is given. */
export const orderConsentSchema = z
  .object({
    consent: cancelConsentSchema.nullable(),
    reason: z
      .enum(noConsentReasons)
      .nullable()
      .openapi({
        description:
          '`too_early`: the maker may still fill. `not_open`: no source escrow is open. `filled`: the destination escrow was ' +
          'funded. `no_maker`: no maker signed the quote; the configured solver gives the source back by itself. `declined`, ' +
          '`no_answer`: the maker does not agree, or answers nothing of use; the source can be cancelled at `cancel_after`.',
      }),
  })
  .openapi('OrderConsent')
export type OrderConsentWire = z.infer<typeof orderConsentSchema>
