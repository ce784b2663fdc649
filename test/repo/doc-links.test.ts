/** What `npm run check` says of the links of a Markdown file. */
import { describe, expect, it } from '@jest/globals'
import { deadLinks } from '../../scripts/doc-links.ts'

const target = [
  '# The page',
  '## What can go wrong, and who loses what',
  '## `max_cost`: a bound',
  '## Again',
  '## [Again](other.md)',
  '## 4. Be asked',
  "## The maker's side",
  '```sh',
  '# no heading',
  '```',
].join('\n')

const dead = (text: string, file = 'docs/page.md') => {
  const files: Record<string, string> = { [file]: text, 'docs/target.md': target, 'README.md': target, 'docs/a.ts': '' }
  return deadLinks(file, { has: (path) => files[path] !== undefined, read: (path) => files[path] ?? '' })
}

describe('a link', () => {
  it.each([
    'a [page](target.md), a [file](a.ts), [another site](https://example.org/x#y)',
    '[a heading](target.md#what-can-go-wrong-and-who-loses-what)',
    '[the second of a name](target.md#again-1)',
    '[on GitHub alone](../README.md#4-be-asked)',
    '# Title\n[a heading of its own page](#title)',
    '`docs/target.md`',
  ])('leads somewhere: %j', (text) => {
    expect(dead(text)).toEqual([])
  })

  it.each([
    ['a missing file', 'text\n[page](none.md)', 'docs/page.md:2: none.md'],
    ['a missing path', '`docs/none.md`', 'docs/page.md:1: docs/none.md'],
    ['a missing heading', '[page](target.md#nothing)', 'docs/page.md:1: target.md#nothing'],
    ['a missing heading of its own page', '[page](#nothing)', 'docs/page.md:1: #nothing'],
    ['a comment in code', '[page](target.md#no-heading)', 'docs/page.md:1: target.md#no-heading'],
    [
      'a heading with another anchor on GitHub',
      '[page](target.md#max-cost-a-bound)',
      'docs/page.md:1: target.md#max-cost-a-bound',
    ],
    [
      'a heading with another anchor on the site',
      '[page](target.md#4-be-asked)',
      'docs/page.md:1: target.md#4-be-asked',
    ],
    ['an apostrophe in the heading', '[page](target.md#the-makers-side)', 'docs/page.md:1: target.md#the-makers-side'],
  ])('leads nowhere: %s', (_name, text, fault) => {
    expect(dead(text)).toEqual([fault])
  })
})
