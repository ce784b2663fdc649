import { describe, expect, it } from '@jest/globals'
import { leanAbiText } from './lean-abi.ts'

const pair = [{ name: 'token', type: 'address', internalType: 'address' }]
const item = (name: string, components = pair) => ({
  type: 'function',
  name,
  stateMutability: 'view',
  inputs: [{ name: 'terms', type: 'tuple', internalType: 'struct Registry.Terms', components }],
  outputs: [],
})

describe('leanAbiText', () => {
  it('writes a struct once, and none of the compiler’s own type names', () => {
    const text = leanAbiText({ oneAbi: [item('one')], otherAbi: [item('other')] })
    expect(text.match(/const terms = /g)).toHaveLength(1)
    expect(text.match(/components: terms /g)).toHaveLength(2)
    expect(text).not.toContain('internalType')
  })

  it('refuses an item that the contract has not, and two structs of one name', () => {
    expect(() => leanAbiText({ oneAbi: [undefined] })).toThrow('oneAbi')
    const other = item('other', [{ name: 'amount', type: 'uint256', internalType: 'uint256' }])
    expect(() => leanAbiText({ bothAbi: [item('one'), other] })).toThrow('terms')
  })
})
