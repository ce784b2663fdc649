import { describe, expect, it } from '@jest/globals'
import { compareWaiting, nextToSend, sendKinds, type Waiting } from './send-order.ts'

const job = (kind: Waiting['kind'], deadline = 100): Waiting => ({ kind, deadline })

describe('compareWaiting', () => {
  it('puts claims before fundings, whatever their deadlines', () => {
    const waiting = [job('fund_destination', 1), job('cancel_destination', 2), job('claim_source', 900)]
    expect(waiting.sort(compareWaiting).map(({ kind }) => kind)).toEqual([
      'claim_source',
      'cancel_destination',
      'fund_destination',
    ])
  })

  it('orders one kind by deadline', () => {
    const waiting = [job('fund_destination', 300), job('fund_destination', 200)]
    expect(waiting.sort(compareWaiting).map(({ deadline }) => deadline)).toEqual([200, 300])
  })
})

describe('nextToSend', () => {
  it.each<[string, Waiting[], number, Waiting | undefined]>([
    ['nothing waits', [], 0, undefined],
    ['every slot is busy', [job('claim_source')], 16, undefined],
    ['a funding, and slots are free', [job('fund_destination')], 11, job('fund_destination')],
    ['a funding, and only the kept slots are free', [job('fund_destination')], 12, undefined],
    [
      'a claim, and only the kept slots are free',
      [job('fund_destination'), job('claim_source')],
      15,
      job('claim_source'),
    ],
  ])('%s', (_name, waiting, busy, expected) => {
    expect(nextToSend(waiting, busy, 16)).toEqual(expected)
  })

  it('lets one slot carry everything', () => {
    for (const kind of sendKinds) expect(nextToSend([job(kind)], 0, 1)).toEqual(job(kind))
  })
})
