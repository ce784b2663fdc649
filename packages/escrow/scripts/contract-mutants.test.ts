import { describe, expect, it } from '@jest/globals'
import { contractMutants } from './contract-mutants.ts'
import { equivalentMutants } from './equivalent-mutants.ts'

describe('equivalentMutants', () => {
  it('names mutants that the contracts still have', () => {
    const explained = contractMutants().map(({ equivalent }) => equivalent)
    expect(equivalentMutants.filter((one) => !explained.includes(one))).toEqual([])
  })
})
