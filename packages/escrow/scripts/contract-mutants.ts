import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Equivalent, equivalentMutants } from './equivalent-mutants.ts'
import { escrowRoot } from './forge.ts'
import { changesOf, type Mutant, mutantsOf } from './mutants.ts'

/** A mutant of one of our contracts. */
export interface ContractMutant {
  /** The name of the contract's file, without `.sol`. */
  contract: string
  mutant: Mutant
  /** The entry that explains why no test can kill this mutant. `undefined` when a test should. */
  equivalent: Equivalent | undefined
}

const contracts = [
  ...['EscrowRegistry', 'EscrowVault', 'VaultStates', 'Signatures'],
  ...['Rules', 'HopBridge', 'VaultCode', 'VaultLens', 'PayoutLens'],
]

/** Makes every mutant of every contract. Some of them do not compile. */
export function contractMutants(): ContractMutant[] {
  return contracts.flatMap((contract) => {
    const source = readFileSync(join(escrowRoot, `contracts/${contract}.sol`), 'utf8')
    return [...mutantsOf(source), ...changesOf(source)].map((mutant) => {
      const equivalent = equivalentMutants.find((one) => one.contract === contract && one.what === mutant.what)
      return { contract, mutant, equivalent }
    })
  })
}
