/**
 * Writes docs/metrics.md, the Grafana dashboards, and the rules for the Prometheus operator. With `--check` it only
 * compares.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { dashboardsOf } from './monitoring/dashboards.ts'
import { readMetrics } from './monitoring/metrics-table.ts'

const root = new URL('..', import.meta.url).pathname
const component = 'infra/k8s/components/monitoring'
const metrics = readMetrics(root)

const page = [
  '# Metrics',
  '',
  'Each process answers `/metrics` in the format of Prometheus. This page lists our own metrics by the program that has them. There are also the usual `nodejs_*` and `process_*` ones.',
  '',
  'The labels of a metric are in brackets; every series also has the label `service`. A metric whose name ends with `_total` is a counter. Every other one is a gauge, unless the brackets say `histogram`.',
  '',
  `The Grafana dashboards are in \`${component}/dashboards\`. Every alert has a [runbook](runbooks/README.md).`,
  ...[...metrics].flatMap(([owner, own]) => [
    '',
    `## ${owner.charAt(0).toUpperCase()}${owner.slice(1)}`,
    '',
    ...own.map(({ name, type, labels, help }) => {
      const marks = [...(type === 'histogram' ? [type] : []), ...labels].join(', ')
      return `- \`${name}\`${marks === '' ? '' : ` (${marks})`}: ${help}`
    }),
  ]),
  '',
].join('\n')

const groups = readdirSync(join(root, 'infra/alerts'))
  .filter((file) => file.endsWith('.yaml'))
  .sort()
  .flatMap((file) => (parse(readFileSync(join(root, 'infra/alerts', file), 'utf8')) as { groups: object[] }).groups)
const rule = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  // kube-prometheus-stack reads the rules that have the label of its own release.
  metadata: { name: 'tandem', labels: { release: 'kube-prometheus-stack' } },
  spec: { groups },
}

const files = new Map([
  ['docs/metrics.md', page],
  [`${component}/prometheus-rule.yaml`, `# Generated from infra/alerts by npm run generate.\n${stringify(rule)}`],
  ...[...dashboardsOf(metrics)].map(
    ([name, dashboard]) => [`${component}/dashboards/${name}.json`, `${JSON.stringify(dashboard, null, 2)}\n`] as const,
  ),
])

for (const [path, text] of files) {
  const file = join(root, path)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is not current: npm run generate`)
    process.exitCode = 1
  }
}
