/**
 * `node scripts/run.mjs test:mutation`: changes the contracts, one place at a time, and expects some test to fail. A surviving
 * mutant shows a missing test. Mutants that do not compile do not count, and neither do those of
 * `equivalent-mutants.ts`.
 *
 *   node scripts/run.mjs test:mutation VaultStates                 only the mutants of files with this in their name
 *   node scripts/run.mjs test:mutation --minutes 10 --seed 42      in an order that the seed gives, for so long
 */
import { parseArgs } from 'node:util'
import { contractMutants } from './contract-mutants.ts'
import { sampleOf } from './mutants.ts'
import { type Fate, openWorkshop } from './mutation-workshop.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const wanted = positionals[0] ?? ''

const all = contractMutants().filter(({ contract }) => contract.includes(wanted))
const mutants = all.filter(({ equivalent }) => equivalent === undefined)
const order = values.minutes === undefined ? mutants : sampleOf(mutants, mutants.length, Number(values.seed))

const counts: Record<Fate, number> = { killed: 0, survived: 0, 'does not compile': 0 }
const workshop = openWorkshop()
try {
  console.log(`${mutants.length} mutants, and ${all.length - mutants.length} that change nothing; seed ${values.seed}`)
  const endsAt = values.minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(values.minutes) * 60_000
  for (const { contract, mutant } of order) {
    if (Date.now() > endsAt) break
    const fate = workshop.tryOut(contract, mutant.source)
    counts[fate] += 1
    if (fate === 'does not compile') continue
    console.log(`${fate === 'survived' ? 'SURVIVED' : 'killed  '}  ${contract}.sol:${mutant.line}  ${mutant.what}`)
  }
} finally {
  workshop.close()
}
console.log(
  `\nmutants: ${counts.killed} killed, ${counts.survived} survived, ${counts['does not compile']} did not compile`,
)
process.exitCode = counts.survived === 0 && counts.killed > 0 ? 0 : 1
