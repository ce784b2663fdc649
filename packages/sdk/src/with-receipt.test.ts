import { describe, expect, it } from '@jest/globals'
import type { Order } from './client/types.ts'
import { withReceipt } from './verify-swap.ts'

const answer = (status: string, receipt: unknown = { message: { order_id: 'one', status } }) =>
  ({ order_id: 'one', status, receipt }) as unknown as Order

describe('withReceipt', () => {
  it('keeps the first receipt of each status', () => {
    const created = withReceipt(undefined, answer('created'))
    expect(created.map(({ message }) => message.status)).toEqual(['created'])
    expect(withReceipt(created, answer('created'))).toBe(created)
    const ended = withReceipt(created, answer('completed'))
    expect(ended.map(({ message }) => message.status)).toEqual(['created', 'completed'])
  })

  it.each([
    ['of another order', { message: { order_id: 'two', status: 'created' } }],
    ['of another status', { message: { order_id: 'one', status: 'completed' } }],
    ['that is none', null],
    ['without a message', {}],
    ['that is a text', 'no receipt'],
  ])('keeps no receipt %s', (_name, receipt) => {
    expect(withReceipt([], answer('created', receipt))).toEqual([])
  })
})
