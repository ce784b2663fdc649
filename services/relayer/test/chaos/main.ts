/**
 * `node scripts/run.mjs test:chaos`: many claims under chaos, seed after seed. Prints each seed and what happened. A seed that
 * failed can be run again alone, though the machine decides what happens when.
 *
 *   node scripts/run.mjs test:chaos --seeds 20 --claims 200 --first 1 [--signers 10] [--hostile]
 *
 * By default every other seed has two signers on the chain. Of five seeds or more with two signers, at least one claim must
 * have been tried by both: a single storm may pass without a hedge.
 */
import { parseArgs } from 'node:util'
import { ChaosWorld } from './chaos.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    claims: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    signers: { type: 'string' },
    hostile: { type: 'boolean', default: false },
  },
})
const maxShown = 12
const first = Number(values.first)
const claims = Number(values.claims)
let failed = 0
let hedged = 0
/** How many seeds had a second signer that could try a claim. */
let couldHedge = 0
for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
  const signers = values.signers === undefined ? 2 - (seed % 2) : Number(values.signers)
  const world = await ChaosWorld.start({ signers, isHostile: values.hostile })
  try {
    const report = await world.run({ seed, claims, stormSecs: 10 + claims / 10, patienceSecs: 90 })
    const counts = (of: Record<string, number>) =>
      Object.entries(of)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')
    console.log(
      `seed ${seed}: ${report.claims} claims, ${signers} signer(s), ${report.seconds} s: ${counts(report.ended)}`,
    )
    console.log(
      `  ${counts(report.happened)}; ${report.transactions} transactions mined, ${report.hedged} claims hedged`,
    )
    hedged += report.hedged
    if (signers > 1) couldHedge += 1
    for (const what of report.wrong.slice(0, maxShown)) console.log(`  WRONG: ${what}`)
    if (report.wrong.length > maxShown) console.log(`  and ${report.wrong.length - maxShown} more`)
    if (report.wrong.length > 0) failed += 1
  } finally {
    await world.stop()
  }
}
if (couldHedge >= 5 && hedged === 0) {
  console.log('WRONG: no claim was tried by a second signer in the whole run')
  failed += 1
}
console.log(`\nchaos: ${Number(values.seeds) - failed} seeds passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
