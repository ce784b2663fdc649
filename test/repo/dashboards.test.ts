/** The metrics page and the Grafana dashboards, which are generated from the metrics that the services register. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { stringify } from 'yaml'
import { metricsOf, readMetrics } from '../../scripts/monitoring/metrics-table.ts'

const root = new URL('../..', import.meta.url).pathname
const folder = join(root, 'infra/k8s/components/monitoring/dashboards')

interface Dashboard {
  uid: string
  panels: {
    id: number
    gridPos: { x: number; y: number; w: number; h: number }
    targets?: { expr: string }[]
  }[]
}
const dashboards = readdirSync(folder).map((file) => ({
  file,
  dashboard: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard,
}))
const queries = dashboards.flatMap(({ dashboard }) =>
  dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
)

describe('the metrics table', () => {
  it('reads name, help, type and labels of a registration', () => {
    const source = `
      const labelNames = ['chain'] as const
      new Counter({ name: 'a_total', help: "what it's for", labelNames: ['x', 'y'], registers: [registry] })
      new Gauge({ name: 'b', help: \`up to \${most}\`, labelNames, registers })`
    expect(metricsOf('one.ts', source)).toEqual([
      { name: 'a_total', type: 'counter', help: "what it's for", labels: ['x', 'y'] },
      { name: 'b', type: 'gauge', help: 'up to a limit', labels: ['chain'] },
    ])
  })

  it('refuses a registration that it cannot read, which would be missing from the page', () => {
    expect(() => metricsOf('one.ts', 'new Counter(options)')).toThrow('one.ts registers 1 metrics')
  })
})

describe('the dashboards', () => {
  it('show every metric that a service registers', () => {
    const names = [...readMetrics(root).values()].flat().map(({ name }) => name)
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => !queries.some((query) => query.includes(name)))).toEqual([])
  })

  it.each(dashboards)('$file: has no two panels of one id or in one place', ({ dashboard }) => {
    const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
    expect(new Set(places).size).toBe(places.length)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })

  const hasPromtool = (process.env.PATH ?? '').split(':').some((dir) => dir !== '' && existsSync(join(dir, 'promtool')))
  const run = hasPromtool ? it : it.skip
  run('ask nothing that Prometheus cannot parse (Debian: prometheus; skipped where promtool is not installed)', () => {
    const work = mkdtempSync(join(tmpdir(), 'tandem-dashboards-'))
    const rules = queries.map((query, index) => ({
      record: `query:${index}`,
      expr: query.replaceAll('$__rate_interval', '5m'),
    }))
    const file = join(work, 'rules.yaml')
    writeFileSync(file, stringify({ groups: [{ name: 'dashboards', rules }] }))
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
    rmSync(work, { recursive: true })
    expect(`${stdout}${stderr}`).toContain(`${rules.length} rules found`)
    expect(status).toBe(0)
  })
})
