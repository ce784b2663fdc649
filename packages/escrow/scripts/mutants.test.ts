import { describe, expect, it } from '@jest/globals'
import { mutantsOf } from './mutants.ts'

describe('mutantsOf', () => {
  it.each([
    ['a guard on one line', '        if (a == 0) revert InvalidAmount();', ''],
    ['a call of a guard', '        _requireFunded(terms, vault);', ''],
    ['a conditional call of a guard', '        if (sender != a) _requireAuthorized(terms);', ''],
    ['a modifier', '    function cancel() external onlyVault {', '    function cancel() external  {'],
    ['a modifier alone on its line', '        nonReentrant', '        '],
  ])('takes out %s', (_, line, without) => {
    const mutants = mutantsOf(['first', line, 'last'].join('\n'))
    expect(mutants).toHaveLength(1)
    expect(mutants[0]).toMatchObject({ source: ['first', without, 'last'].join('\n'), line: 2 })
  })

  it('makes a guard over several lines never fire', () => {
    const [mutant] = mutantsOf('if (a || b) {\n    revert InvalidParties();\n}')
    expect(mutant?.source).toBe('if (false) {\n    revert InvalidParties();\n}')
  })

  it('leaves everything else', () => {
    expect(mutantsOf('if (a) {\n    return;\n}\nuint256 b = 1;\nmodifier onlyVault() {')).toEqual([])
  })
})
