import type { OrderWire } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { makeSubmitRefund } from './submit-refund.ts'

/**
 * Refunds an order by its maker's consent. A maker that declines is asked again in a later round.
 * @returns whether the refund is new.
 */
export const makeRefundByConsent =
  (submitRefund: ReturnType<typeof makeSubmitRefund>) =>
  async (order: OrderWire): Promise<boolean> => {
    try {
      return (await submitRefund(order, {})).isNew
    } catch (error) {
      if (error instanceof AppError && error.code === 'REFUND_TOO_EARLY') return false
      throw error
    }
  }
