import { describe, expect, it } from '@jest/globals'
import { rowsFrom, valuesOf } from './row-arrays.ts'

describe('rows as arrays', () => {
  const types = { name: 'text', size: 'int', at: 'timestamptz', more: 'jsonb' }
  const row = { name: 'a "name"', size: 1, at: new Date(0), more: { is: '\\' }, else: 'left out' }

  it('names a source with the columns and an array for each', () => {
    expect(rowsFrom(types, 2)).toBe(
      'ROWS FROM (unnest($3::text[]), unnest($4::int[]), unnest($5::timestamptz[]), jsonb_array_elements($6::jsonb)) AS r (name, size, at, more)',
    )
    const rows = [
      { ...row, name: 'a, {b}' },
      { ...row, name: null, size: null },
    ]
    expect(valuesOf(types, rows)).toEqual([
      '{"a, {b}",null}',
      '{1,null}',
      '{"1970-01-01T00:00:00.000Z","1970-01-01T00:00:00.000Z"}',
      '[{"is":"\\\\"},{"is":"\\\\"}]',
    ])
  })

  it.each(['a "name"', 'a\\b', 'two\nlines', '\u0001'])(
    'leaves %j, which PostgreSQL escapes otherwise, to pg',
    (name) => {
      expect(valuesOf(types, [{ ...row, name }])[0]).toEqual([name])
    },
  )
})
