import { windowToleranceSecs } from '@tandem/contracts/rules'
import { TandemError } from '../tandem-error.ts'

/**
 * Asserts that the device's clock is at most 15 minutes from the chain's. With a wrong clock, the deadlines of every
 * order would look wrong.
 *
 * @param chainTime the time of the chain's newest block, in unix seconds.
 * @param own the device's time, in unix seconds.
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
