import { describe, expect, it } from '@jest/globals'
import { anIntent, anOrder } from '../../../test/support/builders.ts'
import { explainOrder } from './explanation.ts'

const at = new Date(5_000)
const fact = (digit: string) => ({ txHash: `0x${digit.repeat(64)}` as const, blockNumber: 1, timestamp: at })

describe('what happened', () => {
  it('stands in the order in which it must have happened, where all of it was in one second', () => {
    const source = anIntent('source', { create: fact('1'), claim: fact('4'), status: 'claimed' })
    const destination = anIntent('destination', { create: fact('2'), claim: fact('3'), status: 'claimed' })
    const { happened } = explainOrder(anOrder({ source, destination, status: 'completed', createdAt: at }), 600)
    expect(happened.map(({ txHash }) => txHash?.slice(2, 3) ?? null)).toEqual([null, '1', '2', '3', '4'])
  })
})
