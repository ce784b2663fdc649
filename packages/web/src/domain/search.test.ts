import { describe, expect, it } from '@jest/globals'
import { searchOf } from './search.ts'

const hash = `0x${'Ab'.repeat(32)}`
const address = `0x${'Ab'.repeat(20)}`

describe('searchOf', () => {
  it.each([
    ['nothing', '  ', undefined],
    [
      'an order id',
      ' 01A20222-5ccc-75a7-95f3-e045d65654f8 ',
      { kind: 'order', orderId: '01a20222-5ccc-75a7-95f3-e045d65654f8' },
    ],
    ['an address', address, { kind: 'list', filter: 'address', value: address }],
    ['a hash', hash, { kind: 'hash', value: hash.toLowerCase() }],
    ['a hash with a character too many', `${hash}0`, { kind: 'list', filter: 'user_id', value: `${hash}0` }],
    ['anything else: a user', 'alice@example.org', { kind: 'list', filter: 'user_id', value: 'alice@example.org' }],
  ])('reads %s', (_name, text, search) => {
    expect(searchOf(text)).toEqual(search)
  })
})
