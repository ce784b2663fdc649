import { describe, expect, it } from '@jest/globals'
import { changesOf, mutantsOf, sampleOf } from './mutants.ts'

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

describe('changesOf', () => {
  const texts = (source: string) => changesOf(source).map((mutant) => mutant.source)

  it('replaces each operator', () => {
    expect(texts('x = a < b;')).toEqual(['x = a <= b;'])
    expect(texts('return a && b == c;')).toEqual(['return a && b != c;', 'return a || b == c;'])
  })

  it.each([
    ['a number', 'uint256 public constant MAX_WINDOW = 30 days;', 'uint256 public constant MAX_WINDOW = 31 days;'],
    ['a version', 'constructor() EIP712("EscrowRegistry", "1") {}', 'constructor() EIP712("EscrowRegistry", "2") {}'],
    ['a truth', 'isClosed = true;', 'isClosed = false;'],
    ['a gas share', 'try this.f{gas: gasleft() / n}(a) {', 'try this.f(a) {'],
    ['a party', 'pay(terms.recipient);', 'pay(terms.creator);'],
  ])('takes another for %s', (_, line, changed) => {
    expect(texts(line)).toContain(changed)
  })

  it('has two statements change places', () => {
    expect(texts('    _settle(vault);\n    _pay(vault);')).toEqual(['    _pay(vault);\n    _settle(vault);'])
    expect(texts('    _settle(vault);\n        _pay(vault);')).toEqual([])
    expect(texts('    _settle(vault);\n    _requireConsent(party);')).toEqual([])
    expect(texts('    _settle(vault);\n    if (!isPayee(vault)) revert InvalidPayee();')).toEqual([])
    expect(texts('    _settle(vault);\n    if (vault.isLocked()) revert VaultLocked();')).toHaveLength(1)
    expect(texts('    _settle(vault);\n    _requireFunded(terms);')).toHaveLength(1)
  })

  it('takes each clause of a condition out', () => {
    expect(texts('if (a || b || c) revert X();')).toEqual(
      expect.arrayContaining(['if (b || c) revert X();', 'if (a || c) revert X();', 'if (a || b) revert X();']),
    )
  })

  it('swaps neighbouring arguments, on one line and over lines', () => {
    expect(texts('emit X(vault, to);')).toEqual(['emit X(to, vault);'])
    expect(texts('emit X(\n    terms.creator,\n    terms.recipient\n);')).toContain(
      'emit X(\n    terms.recipient,\n    terms.creator\n);',
    )
  })

  it('leaves arguments that may change places: the same twice, and those of a sum', () => {
    expect(texts('pop(call(gas(), vault, 0, 0));')).toContain('pop(call(gas(), 0, vault, 0));')
    expect(texts('let at := add(code, 0x20)')).toEqual([])
  })

  it('leaves comments, imports and loop heads', () => {
    expect(changesOf('/// a < b, c)\nimport {A, B} from "x";\nfor (uint256 i = 0; i < n; ++i) {')).toEqual([])
  })
})

describe('sampleOf', () => {
  it('takes the same ones by the same seed, and others by another', () => {
    const all = Array.from({ length: 100 }, (_, index) => index)
    expect(sampleOf(all, 10, 7)).toEqual(sampleOf(all, 10, 7))
    expect(sampleOf(all, 10, 7)).not.toEqual(sampleOf(all, 10, 8))
    expect(sampleOf(all, 100, 7).sort((a, b) => a - b)).toEqual(all)
  })
})
