import { expect, it } from '@jest/globals'
import { getContractAddress } from 'viem'
import { permit2 } from './permit2.ts'

it('is the code that the deterministic deployer puts at the address of Permit2', () => {
  const from = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
  const { salt, address } = permit2
  expect(getContractAddress({ opcode: 'CREATE2', from, salt, bytecode: permit2.initCode() })).toBe(address)
})
