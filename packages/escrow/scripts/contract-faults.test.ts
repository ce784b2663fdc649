import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { registryFaults, ruleFaults, withFault } from './contract-faults.ts'
import { escrowRoot } from './forge.ts'

describe('withFault', () => {
  it.each([...ruleFaults, ...registryFaults])('has one place for "$what" in $contract', (fault) => {
    const source = readFileSync(join(escrowRoot, `contracts/${fault.contract}.sol`), 'utf8')
    expect(withFault(source, fault)).not.toBe(source)
  })

  it('refuses a fault whose place occurs twice', () => {
    expect(() => withFault('a a', { what: 'a fault', from: 'a', to: 'b' })).toThrow('no single place for "a fault"')
  })
})
