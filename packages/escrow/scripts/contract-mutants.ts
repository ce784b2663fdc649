import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Equivalent, equivalentMutants } from './equivalent-mutants.ts'
import { escrowRoot } from './forge.ts'
import { changesOf, type Mutant, mutantsOf } from './mutants.ts'

/** The contracts that are changed: their files' names, without `.sol`. */
export const mutatedContracts = [
  ...['EscrowRegistry', 'EscrowVault', 'VaultStates', 'Signatures'],
  ...['Rules', 'HopBridge', 'VaultCode', 'VaultLens', 'PayoutLens'],
]

/** Every mutant of a contract, also those that do not compile and those that change nothing. */
export function mutantsOfContract(contract: string): Mutant[] {
  const source = readFileSync(join(escrowRoot, `contracts/${contract}.sol`), 'utf8')
  return [...mutantsOf(source), ...changesOf(source)]
}

/** Why no test can kill the mutant, or `undefined` when one should. */
export const equivalentOf = (contract: string, { what }: Mutant): Equivalent | undefined =>
  equivalentMutants.find((one) => one.contract === contract && one.what === what)
