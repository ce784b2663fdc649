import { describe, expect, it } from '@jest/globals'
import { assumptionResult, mutationResult, readQuick, scenarioResult } from '../scripts/results.ts'
import { explore } from './explore.ts'
import { mutations } from './mutations.ts'
import { worldOf } from './scenarios.ts'
import { brokenAssumptions, suites } from './suites.ts'
import { tell } from './tell.ts'

/**
 * The results that docs/proof.md shows. `npm run generate` writes them, and each test below
 * compares a part of them with the explorer's.
 */
const kept = readQuick()

describe('a swap by the production rules', () => {
  it.each(suites[0]?.scenarios.map((scenario) => [scenario.name, scenario] as const) ?? [])(
    'keeps every property where %s, in as many states as docs/proof.md says',
    (name, scenario) => {
      const explored = explore(worldOf(scenario))
      const { found } = explored
      expect(found && tell(scenario, found.trace, found.violation)).toBeUndefined()
      expect(kept.scenarios).toContainEqual(scenarioResult(name, explored))
    },
  )

  it('is completed in some run, given back in another', () => {
    const [everybodyHonest] = kept.scenarios
    expect(Object.keys(everybodyHonest?.ends ?? {})).toEqual(['cancelled', 'completed', 'expired'])
  })
})

describe('a mutation breaks a property, the one that docs/proof.md counts', () => {
  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))('%s', (_name, mutation) => {
    const result = mutationResult(mutation)
    expect(result.property).toEqual(expect.any(String))
    expect(kept.mutations).toContainEqual(result)
  })
})

describe('without an assumption an honest party loses, as docs/proof.md says', () => {
  it.each(brokenAssumptions.map((broken) => [broken.change, broken] as const))('%s', (_change, broken) => {
    const result = assumptionResult(broken)
    expect(['user_loses', 'maker_loses', 'secret']).toContain(result.property)
    expect(kept.assumptions).toContainEqual(result)
  })
})

it('keeps no result of what is no longer explored', () => {
  const counts = [kept.scenarios, kept.mutations, kept.assumptions].map(({ length }) => length)
  expect(counts).toEqual([suites[0]?.scenarios.length, mutations.length, brokenAssumptions.length])
})
