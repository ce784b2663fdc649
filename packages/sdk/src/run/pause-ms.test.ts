import { expect, it } from '@jest/globals'
import { pauseMs } from './pause-ms.ts'

const round = {
  pollMs: 2_000,
  besideStreamMs: 15_000,
  retryAfterMs: undefined,
  isSecretOut: false,
  deepeningMs: undefined,
  isUnderWay: false,
  isUnexplained: false,
}

it.each<[string, Partial<Parameters<typeof pauseMs>[0]>, number]>([
  ['beside a stream', {}, 15_000],
  ['without a stream', { besideStreamMs: undefined }, 2_000],
  ['beside a stream, with a failure that is not reported yet', { isUnexplained: true }, 5_000],
  ['after a failure', { retryAfterMs: 0 }, 2_000],
  ['as long as a service asks', { retryAfterMs: 9_000 }, 9_000],
  ['whatever a service asks, with the secret out', { retryAfterMs: 9_000, isSecretOut: true }, 2_000],
  ['for a block that a claim needs', { deepeningMs: 12_000 }, 12_000],
  ['for a wallet that has not answered', { isUnderWay: true }, 2_000],
])('a run waits %s', (_name, over, milliseconds) => {
  expect(pauseMs({ ...round, ...over })).toBe(milliseconds)
})
