import { windowToleranceSecs } from '@tandem/contracts/rules'
import { TandemError } from '../tandem-error.ts'

/**
 * Asserts that the device's clock is near the chain's. With a wrong clock, every deadline of an order looks wrong.
 *
 * @param own unix seconds by the device; `chainTime` those of the chain's newest block.
 * @throws `CLOCK_SKEWED`.
 */
export function requireClock(chain: string, chainTime: number, own: number): void {
  const secs = own - chainTime
  if (Math.abs(secs) <= windowToleranceSecs) return
  throw new TandemError(
    'CLOCK_SKEWED',
    `the clock of this device is ${Math.abs(secs)} s ${secs > 0 ? 'ahead of' : 'behind'} the newest block of ${chain}: set it right, and start again`,
    { details: { chain, chain_time: chainTime, own_time: own } },
  )
}
