/** The rule for commit subjects, which a git hook and `npm run check` enforce. */
import { describe, expect, it } from '@jest/globals'
import { faultsOfSubject } from '../../scripts/commit-subject.ts'

describe('the subject of a commit', () => {
  it.each([
    'fix(relayer): refuse a nonce that only one endpoint names',
    'docs: name the limits of the demo',
    'feat(sdk)!: require an RPC endpoint before the secret leaves',
    'refactor(orderbook): pass the clock as an argument',
    'chore: embed the version in the image',
    'Merge pull request #12 from contributor/branch',
    'Revert "fix(relayer): refuse a nonce that only one endpoint names"',
  ])('may be "%s"', (subject) => {
    expect(faultsOfSubject(subject)).toEqual([])
  })

  it.each([
    ['no type', 'refuse a nonce'],
    ['an unknown type', 'feature(relayer): refuse a nonce'],
    ['a description of the problem', 'fix(relayer): a nonce that a node would not keep is sent again'],
    ['a relative clause', 'fix(relayer): what a second review found'],
    ['the past', 'fix(relayer): refused a nonce that only one endpoint names'],
    ['the third person', 'fix(relayer): refuses a nonce that only one endpoint names'],
    ['the progressive', 'fix(relayer): refusing a nonce that only one endpoint names'],
    ['more than 72 characters', `fix(relayer): refuse ${'a'.repeat(60)}`],
  ])('is refused with %s', (_name, subject) => {
    expect(faultsOfSubject(subject)).toHaveLength(1)
  })
})
