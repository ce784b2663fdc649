import { AppError } from '@tandem/service-kit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { WrongSecretLimit } from './require-secret.ts'

const perMinute = 5

/**
 * Refuses more than five wrong secrets a minute for an order, so that a broken client cannot flood the relayer. Each process
 * counts by itself.
 */
export function makeWrongSecretLimit(): WrongSecretLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (orderId) => {
    try {
      await limiter.consume(orderId)
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown
      const retryAfterSecs = Math.ceil(thrown.msBeforeNext / 1000)
      throw new AppError('RATE_LIMITED', 'too many wrong secrets for this order', { retryAfterSecs })
    }
  }
}
