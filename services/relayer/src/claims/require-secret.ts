import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import { type Hex, hexToBytes } from 'viem'

/**
 * Counts a wrong secret for the order.
 * @throws AppError RATE_LIMITED after too many of them.
 */
export type WrongSecretLimit = (orderId: string) => Promise<void>

/**
 * Requires that the secret opens the order's escrows.
 * @throws AppError WRONG_SECRET when it does not; RATE_LIMITED after too many wrong ones.
 */
export async function requireSecret(
  { orderId, commitmentHash }: { orderId: string; commitmentHash: Hex },
  secret: Hex,
  countWrongSecret: WrongSecretLimit,
): Promise<void> {
  if (timingSafeEqual(hexToBytes(hashSecret(secret)), hexToBytes(commitmentHash))) return
  await countWrongSecret(orderId)
  throw new AppError('WRONG_SECRET', "SHA-256 of the secret is not the order's commitment hash")
}
