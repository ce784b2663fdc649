import { describe, expect, it } from '@jest/globals'
import { equivalentOf, mutantsOfContract, mutatedContracts } from './contract-mutants.ts'
import { equivalentMutants } from './equivalent-mutants.ts'

describe('equivalentMutants', () => {
  it('names mutants that the contracts still have', () => {
    const explained = mutatedContracts.flatMap((contract) =>
      mutantsOfContract(contract).map((mutant) => equivalentOf(contract, mutant)),
    )
    expect(equivalentMutants.filter((one) => !explained.includes(one))).toEqual([])
  })
})
