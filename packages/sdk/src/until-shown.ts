import { sleep } from './sleep.ts'

/**
 * Reads until the chain shows what a mined transaction must have done: an endpoint behind a load balancer can lag a few
 * blocks behind the one that gave the receipt.
 *
 * @param isShown decides on a reading.
 * @returns the last reading, whether it shows it or not.
 */
export async function untilShown<T>(read: () => Promise<T>, isShown: (reading: T) => boolean): Promise<T> {
  const until = Date.now() + longestMs
  for (;;) {
    const reading = await read()
    if (isShown(reading) || Date.now() >= until) return reading
    await sleep(500)
  }
}

const longestMs = 10_000
