import type { OrderWire } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { makeSubmitRefund } from './submit-refund.ts'

/**
 * Gives back what was not filled in time, where the maker agrees; a maker that does not is asked again at the next look.
 *
 * @returns whether a refund is new.
 * @throws what the refund throws, but for a maker that does not agree.
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
