import { describe, expect, it } from '@jest/globals'
import { recipientOf } from './recipient.ts'

const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const given = (address: string) => ({ kind: 'given', address })

describe('recipientOf', () => {
  it.each([
    ['nothing typed', '', own, given(own)],
    ['nothing typed in a contract wallet', ' ', undefined, { kind: 'missing' }],
    ['an address', other, own, given(other)],
    ['an address that was pasted with spaces', ` ${other}\n`, undefined, given(other)],
    ['an address without a checksum', other.toLowerCase(), own, given(other)],
    ['one wrong letter', other.replace('C8', 'c8'), own, { kind: 'wrong', problem: 'wrong_checksum' }],
    ['too short', other.slice(0, -1), own, { kind: 'wrong', problem: 'not_an_address' }],
    ['a name', 'vitalik.eth', own, { kind: 'wrong', problem: 'not_an_address' }],
  ] as const)('%s', (_name, typed, wallet, answer) => {
    expect(recipientOf(typed, wallet)).toEqual(answer)
  })
})
