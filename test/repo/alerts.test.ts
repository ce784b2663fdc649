/** Compares the alert rules with the metrics that the services register. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { readMetrics } from '../../scripts/monitoring/metrics-table.ts'

const root = new URL('../..', import.meta.url).pathname
const rulesDir = join(root, 'infra/alerts')

interface Rule {
  alert: string
  record?: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string; runbook_url: string }
}
interface RuleFile {
  groups: { name: string; rules: Rule[] }[]
}

const everyRule = readdirSync(rulesDir)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => (parse(readFileSync(join(rulesDir, file), 'utf8')) as RuleFile).groups)
  .flatMap((group) => group.rules)
const rules = everyRule.filter(({ record }) => record === undefined)
const recorded = everyRule.flatMap(({ record }) => record ?? [])

/** The names under which Prometheus has the services' own metrics. A histogram has three. */
const registered = new Set(
  [...readMetrics(root).values()]
    .flat()
    .flatMap(({ name, type }) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
)

const metricsOf = (expr: string) =>
  expr.match(/\b(?:tandem:[\w:]+|(?:tandem|orderbook|relayer|http|nodejs|process)_\w+)/g) ?? []

describe('the alert rules', () => {
  it('cover the watcher, the orders and the relayer', () => {
    expect(rules.map(({ alert }) => alert)).toEqual(
      expect.arrayContaining([
        'WatcherStandsStill',
        'WatcherLagsInBlocks',
        'WatcherLagsInSeconds',
        'WatcherProviderDown',
        'WatcherDeepReorg',
        'OrderInConflict',
        'OutboxStandsStill',
        'WebhooksPileUp',
        'ClaimNotSent',
        'SignerBalanceLow',
      ]),
    )
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })

  it.each(rules)('$alert: names only metrics that a service registers, or that a rule records', ({ expr }) => {
    const metrics = metricsOf(expr)
    expect(metrics.length).toBeGreaterThan(0)
    expect(metrics.filter((metric) => !registered.has(metric) && !recorded.includes(metric))).toEqual([])
  })

  it.each(rules)('$alert: has closed brackets, a severity, and says what to do', ({ expr, labels, annotations }) => {
    expect(expr.split('(').length).toBe(expr.split(')').length)
    expect(expr.split('{').length).toBe(expr.split('}').length)
    expect(['page', 'warning', 'info']).toContain(labels.severity)
    expect(annotations.summary).not.toBe('')
    expect(annotations.description).not.toBe('')
  })
})

describe('the runbooks', () => {
  const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { homepage: string }
  const pages = `${homepage.replace('#readme', '')}/blob/main/`
  const pageOf = ({ annotations: { runbook_url: url } }: Rule) =>
    url.startsWith(pages) ? url.slice(pages.length) : `no page of this repository: ${url}`

  it.each(rules)('$alert: has a page that says how to look and what to do, and a link to it', (rule) => {
    const page = readFileSync(join(root, pageOf(rule)), 'utf8')
    for (const heading of ['# ', '## Find the cause', '## What to do']) expect(page).toContain(`${heading}`)
  })

  const index = readFileSync(join(root, 'docs/runbooks/README.md'), 'utf8')
  it.each(rules)('$alert: is in the index, with its severity and its page', (rule) => {
    const row = index.split('\n').find((line) => line.startsWith(`| \`${rule.alert}\` |`)) ?? 'no such row'
    expect(row).toContain(`| ${rule.labels.severity} |`)
    expect(row).toContain(`(${pageOf(rule).replace('docs/runbooks/', '')})`)
  })

  it.each(rules)('$alert: the index says whether money is at risk, and the alert pages somebody if it is', (rule) => {
    const row = index.split('\n').find((line) => line.startsWith(`| \`${rule.alert}\` |`)) ?? ''
    const [, , severity, money] = row.split('|').map((cell) => cell.trim())
    expect(money).toMatch(/^(no$|if |\*\*yes\*\*: )/)
    expect(money?.startsWith('**yes**') ? ['page'] : ['page', 'warning', 'info']).toContain(severity)
  })

  it('has no page without an alert', () => {
    const named = new Set(rules.map(pageOf))
    const files = readdirSync(join(root, 'docs/runbooks')).filter((file) => file !== 'README.md')
    expect(files.filter((page) => !named.has(`docs/runbooks/${page}`))).toEqual([])
  })
})

describe('promtool', () => {
  const tests = readdirSync(join(rulesDir, 'tests'))
  const promtool = (process.env.PATH ?? '').split(':').find((dir) => dir !== '' && existsSync(join(dir, 'promtool')))
  const testOf = (file: string) =>
    (parse(readFileSync(join(rulesDir, 'tests', file), 'utf8')) as { tests: { name: string }[] }).tests

  it('has a test of every alert: silent before the fault, firing after it', () => {
    expect(tests.flatMap((file) => testOf(file).map(({ name }) => name)).sort()).toEqual(
      rules.map(({ alert }) => alert).sort(),
    )
  })

  const run = promtool === undefined ? it.skip : it
  run('runs them (Debian: apt-get install prometheus; skipped where promtool is not installed)', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...tests], {
      cwd: join(rulesDir, 'tests'),
      encoding: 'utf8',
    })
    expect(`${stdout}${stderr}`).not.toContain('FAILED')
    expect(status).toBe(0)
  })
})
