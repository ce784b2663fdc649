import { describe, expect, it } from '@jest/globals'
import { commonBlock } from './agreement.ts'

const slow = 12_000
const fast = 250

describe('commonBlock', () => {
  it.each<[string, bigint[], number, number, bigint | string]>([
    ['one endpoint, alone', [10n], 1, slow, 10n],
    ['two at the same block', [10n, 10n], 2, slow, 10n],
    ['the second is one behind', [10n, 9n], 2, slow, 9n],
    ['the first is one behind', [9n, 10n], 2, slow, 9n],
    ['two blocks apart', [10n, 8n], 2, slow, 8n],
    ['the second lags', [10n, 7n], 2, slow, 'the endpoints are 3 blocks apart'],
    ['the second lags, though one would do', [10n, 7n], 1, slow, 'the endpoints are 3 blocks apart'],
    ['three seconds of a fast chain', [100n, 88n], 2, fast, 88n],
    ['more than three seconds of it', [100n, 87n], 2, fast, 'the endpoints are 13 blocks apart'],
    ['the second is down', [10n], 2, slow, '1 of the 2 endpoints that must agree answer'],
    ['the second is down, and one does', [10n], 1, slow, 10n],
    ['all are down', [], 1, slow, '0 of the 1 endpoints that must agree answer'],
    ['a third that has stopped', [10n, 3n, 10n], 2, slow, 10n],
    ['a third that is far ahead', [10n, 10n, 99n], 2, slow, 'the endpoints are 89 blocks apart'],
  ])('%s', (_name, heads, quorum, blockTimeMs, expected) => {
    const agreement = commonBlock(heads, quorum, blockTimeMs)
    expect(agreement.isAgreed ? agreement.value : agreement.reason).toBe(expected)
  })
})
