/** Runs the chaos suite in its short form; `node scripts/run.mjs test:chaos` is the long one. */
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { ChaosWorld } from './chaos/chaos.ts'

let world: ChaosWorld
beforeAll(async () => {
  world = await ChaosWorld.start({ signers: 4, isHostile: true })
})
afterAll(() => world.stop())

it('claims each of 40 orders once, whatever dies, lies, cheats or stands still', async () => {
  const report = await world.run({ seed: 7, claims: 40, stormSecs: 14, patienceSecs: 120 })
  expect(report.wrong).toEqual([])
  expect(Object.values(report.happened).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(5)
})
