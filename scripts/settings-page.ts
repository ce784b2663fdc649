/** Writes `docs/settings.md` from the services' own configuration; with `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { settings as orderbook } from '@tandem/orderbook/config'
import { settings as relayer } from '@tandem/relayer/config'
import type { Settings } from '@tandem/service-kit'
import { settings as solver } from '@tandem/solver/config'

const root = new URL('..', import.meta.url)
const page = new URL('docs/settings.md', root)
const sharedSources = ['common-settings', 'secret-box'].map((file) => `packages/service-kit/src/${file}.ts`)
const processes = [
  { name: 'Orderbook', settings: orderbook as Settings, source: 'services/orderbook/src/config.ts' },
  { name: 'Relayer', settings: relayer as Settings, source: 'services/relayer/src/config.ts' },
  { name: 'Solver', settings: solver as Settings, source: 'packages/solver/src/config.ts' },
]

/** The comment above each setting, by variable; what a service says goes before what is shared. */
function descriptionsOf(source: string): Map<string, string> {
  const found = new Map([['ROLES', 'What this process does, separated by commas.']])
  for (const file of [...sharedSources, source]) {
    const text = readFileSync(new URL(file, root), 'utf8')
    for (const [, comment = '', variable = ''] of text.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\s*(?:export const )?\w+(?:: | = )(?:secretSetting|setting)\(\s*'(\w+)'/g,
    ))
      found.set(variable, comment.replaceAll(/\s*\n\s*\*\s?/g, ' ').trim())
  }
  return found
}

function defaultOf({ schema }: Settings[string]): string {
  const unset = schema.safeParse(undefined)
  if (!unset.success) return '**required**'
  const value = unset.data as unknown
  if (value === undefined) return 'not set'
  const text = JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? String(one) : one))
  return `\`${typeof value === 'string' ? value : text.replaceAll('"', '')}\``
}

function tableOf({ settings, source }: (typeof processes)[number]): string[] {
  const descriptions = descriptionsOf(source)
  const bare = Object.values(settings).filter(({ variable }) => !descriptions.has(variable))
  if (bare.length > 0)
    throw new Error(`${source}: no comment says what these are: ${bare.map(({ variable }) => variable).join(', ')}`)
  const rows = Object.values(settings).map((one) => {
    const description = descriptions.get(one.variable) ?? ''
    return `| \`${one.variable}\`${one.isSecret ? ' (secret)' : ''} | ${defaultOf(one)} | ${description.replaceAll('|', '\\|')} |`
  })
  return ['| variable | default | meaning |', '|---|---|---|', ...rows.sort()]
}

const text = [
  '# Settings',
  '',
  'Every environment variable of every process, generated from the configuration schemas by `npm run generate`.',
  '(secret) marks a secret: it is masked by `--print-config`, and may come from a file that `<VARIABLE>_FILE` names. An empty',
  'variable counts as unset. A process that is given something invalid prints every problem at once and exits with 78.',
  ...processes.flatMap((one) => ['', `## ${one.name}`, '', ...tableOf(one)]),
  '',
].join('\n')

if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (readFileSync(page, 'utf8') !== text) {
  console.error('docs/settings.md is not current: npm run generate')
  process.exitCode = 1
}
