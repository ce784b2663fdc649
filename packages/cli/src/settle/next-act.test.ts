import { describe, expect, it } from '@jest/globals'
import { zeroAddress } from 'viem'
import { nextAct } from './next-act.ts'

const [secret, bridge] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(20)}`] as const

describe('nextAct', () => {
  it.each([
    ['a second before its time is over, without its secret', 999, undefined, zeroAddress, 'wait'],
    ['a second before its time is over, with its secret', 999, secret, zeroAddress, 'claim'],
    ['when its time is over, without its secret', 1000, undefined, zeroAddress, 'cancel'],
    ['when its time is over, with its secret', 1000, secret, zeroAddress, 'cancel'],
    ['of a hop, with its secret', 999, secret, bridge, 'recipient_only'],
    ['of a hop, when its time is over', 1000, secret, bridge, 'cancel'],
  ] as const)('for an escrow %s', (_name, chainTime, known, hopBridge, act) => {
    expect(nextAct({ cancelAfter: 1000, hopBridge }, { chainTime, secret: known })).toBe(act)
  })
})
