import { createRequire } from 'node:module'
import { describe, expect, it } from '@jest/globals'
import { standardJsonOf } from '../scripts/standard-json.ts'
import { escrowRegistryBytecode, hopBridgeBytecode } from '../src/generated/bytecode.ts'

const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string; version(): string }

describe('the input by which explorers verify the contracts', () => {
  it.each([
    ['EscrowRegistry', escrowRegistryBytecode],
    ['HopBridge', hopBridgeBytecode],
  ])('of %s compiles to the creation code of this build', (contract, built) => {
    const output = JSON.parse(solc.compile(JSON.stringify(standardJsonOf(contract))))
    const compiled = output.contracts?.[`contracts/${contract}.sol`]?.[contract]
    expect(`0x${compiled?.evm.bytecode.object}`).toBe(built)
  })

  it('names the compiler that the docs name', () => {
    expect(solc.version()).toMatch(/^0\.8\.28\+commit\.7893614a/)
  })
})
