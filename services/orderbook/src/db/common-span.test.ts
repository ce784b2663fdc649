import { expect, it } from '@jest/globals'
import { commonSpan, type Span } from './common-span.ts'

const span = (of: string, place: string, first?: number, last?: number): Span => ({
  ...{ of, place },
  first: first === undefined ? null : new Date(first),
  last: last === undefined ? null : new Date(last),
})

it.each<[string, Span[], [number, number, string[]] | undefined]>([
  ['one filter', [span('user', 'user', 1, 5)], [1, 5, ['user']]],
  ['two that overlap', [span('user', 'user', 1, 5), span('chain', 'chain', 3, 9)], [3, 5, ['user', 'chain']]],
  ['two that touch', [span('user', 'user', 1, 5), span('chain', 'chain', 5, 9)], [5, 5, ['user', 'chain']]],
  ['two that do not overlap', [span('user', 'user', 1, 5), span('chain', 'chain', 6, 9)], undefined],
  ['one without a match', [span('user', 'user'), span('chain', 'chain', 6, 9)], undefined],
  [
    'two places of one filter',
    [span('asset', 'source', 1, 2), span('asset', 'dest', 7, 9)],
    [1, 9, ['source', 'dest']],
  ],
  ['a place without a match', [span('asset', 'source'), span('asset', 'dest', 7, 9)], [7, 9, ['dest']]],
  [
    'a place that ends before another filter begins',
    [span('asset', 'source', 1, 2), span('asset', 'dest', 7, 9), span('user', 'user', 5, 8)],
    [7, 8, ['dest', 'user']],
  ],
  [
    'a place that is left out, and one of another filter after it',
    [
      ...[span('asset', 'source', 1, 4), span('asset', 'dest', 7, 9)],
      ...[span('address', 'creator', 3, 6), span('address', 'recipient', 8, 9), span('user', 'user', 5, 9)],
    ],
    [8, 9, ['dest', 'recipient', 'user']],
  ],
  [
    'places none of which lasts until the other filter',
    [span('asset', 'source', 1, 2), span('asset', 'dest', 8, 9), span('user', 'user', 4, 6)],
    undefined,
  ],
])('the common times of %s', (_, spans, expected) => {
  const common = commonSpan(spans)
  const found = common && [common.first.getTime(), common.last.getTime(), [...common.places.keys()]]
  expect(found).toEqual(expected)
})

it('has the first and the last match of each place, whatever they have in common', () => {
  const common = commonSpan([span('asset', 'source', 1, 4), span('asset', 'dest', 3, 9), span('user', 'user', 2, 7)])
  expect(common?.places.get('source')).toEqual({ first: new Date(1), last: new Date(4) })
  expect(common?.places.get('dest')).toEqual({ first: new Date(3), last: new Date(9) })
})
