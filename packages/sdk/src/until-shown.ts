import { sleep } from './sleep.ts'

/** An endpoint can lag blocks behind the one that gave a receipt. */
export async function untilShown<T>(read: () => Promise<T>, isShown: (reading: T) => boolean): Promise<T> {
  const until = Date.now() + longestMs
  for (;;) {
    const reading = await read()
    if (isShown(reading) || Date.now() >= until) return reading
    await sleep(500)
  }
}

const longestMs = 10_000
