import { describe, expect, it } from '@jest/globals'
import { explore } from './explore.ts'
import { killOf, mutations } from './mutations.ts'
import { worldOf } from './scenarios.ts'
import { brokenAssumptions, lossWithout, suites } from './suites.ts'
import { tell } from './tell.ts'

describe('a swap by the production rules', () => {
  it.each(suites[0]?.scenarios.map((scenario) => [scenario.name, scenario] as const) ?? [])(
    'keeps every property where %s',
    (_name, scenario) => {
      const { found } = explore(worldOf(scenario))
      expect(found && tell(scenario, found.trace, found.violation)).toBeUndefined()
    },
  )

  it('is completed in some run, given back in another', () => {
    const [everybodyHonest] = suites[0]?.scenarios ?? []
    if (everybodyHonest === undefined) throw new Error('no scenario')
    expect([...explore(worldOf(everybodyHonest)).ends.keys()].sort()).toEqual(['cancelled', 'completed', 'expired'])
  })
})

describe('a mutation breaks a property', () => {
  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))('%s', (_name, mutation) => {
    expect(killOf(mutation)?.violation.text).toEqual(expect.any(String))
  })
})

describe('without an assumption an honest party loses', () => {
  it.each(brokenAssumptions.map((broken) => [broken.change, broken] as const))('%s', (_change, broken) => {
    expect(['user_loses', 'maker_loses', 'secret']).toContain(lossWithout(broken).violation.property)
  })
})
