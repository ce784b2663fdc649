/** The alert rules, held against the metrics that the services register. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'

const root = new URL('../..', import.meta.url).pathname
const rulesDir = join(root, 'infra/alerts')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}
interface RuleFile {
  groups: { name: string; rules: Rule[] }[]
}

const rules = readdirSync(rulesDir)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => (parse(readFileSync(join(rulesDir, file), 'utf8')) as RuleFile).groups)
  .flatMap((group) => group.rules)

const sources = ['orderbook', 'relayer'].flatMap((service) => {
  const dir = join(root, 'services', service, 'src')
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('generated'))
    .map((file) => readFileSync(join(dir, file), 'utf8'))
})

/** The names that a source registers: of a metric's options, or given to a function that makes a gauge. */
const registered = new Set(
  sources
    .filter((source) => source.includes("from 'prom-client'"))
    .flatMap((source) => [
      ...[...source.matchAll(/new (Counter|Gauge)\(\{\s*name: '(\w+)'/g)].map(([, , name]) => name),
      ...[...source.matchAll(/\bgauge\('(\w+)'/g)].map(([, name]) => name),
      ...[...source.matchAll(/new Histogram\(\{\s*name: '(\w+)'/g)].flatMap(([, name]) =>
        ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`),
      ),
    ]),
)

const metricsOf = (expr: string) => expr.match(/\b(?:tandem|orderbook|relayer|http|nodejs|process)_\w+/g) ?? []

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

  it.each(rules)('$alert: names only metrics that a service registers', ({ expr }) => {
    const metrics = metricsOf(expr)
    expect(metrics.length).toBeGreaterThan(0)
    expect(metrics.filter((metric) => !registered.has(metric))).toEqual([])
  })

  it.each(rules)('$alert: has closed brackets, a severity, and says what to do', ({ expr, labels, annotations }) => {
    expect(expr.split('(').length).toBe(expr.split(')').length)
    expect(expr.split('{').length).toBe(expr.split('}').length)
    expect(['page', 'warning', 'info']).toContain(labels.severity)
    expect(annotations.summary).not.toBe('')
    expect(annotations.description).not.toBe('')
  })
})
