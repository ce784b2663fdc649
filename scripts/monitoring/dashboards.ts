import type { Metric, MetricOwner } from './metrics-table.ts'
import { overview } from './overview.ts'
import type { Panel, Row } from './panel.ts'

const suffixUnits: readonly (readonly [RegExp, string])[] = [
  [/timestamp_seconds$|deadline_seconds$/, 'dateTimeFromNow'],
  [/seconds$/, 's'],
  [/_(bytes)$/, 'bytes'],
  [/_(up|connected|leading|preferred)$/, 'bool_on_off'],
]
const unitOf = (name: string) => suffixUnits.find(([suffix]) => suffix.test(name))?.[1] ?? 'short'
const legendOf = (labels: readonly string[], without: string) =>
  labels.length === 0 ? without : labels.map((label) => `{{${label}}}`).join(' ')
const by = (labels: readonly string[]) => (labels.length === 0 ? '' : ` by (${labels.join(', ')})`)

export function panelOf({ name, type, help, labels }: Metric, service: string): Panel {
  const of = `${name}{service="${service}"}`
  const base = { title: name, description: help }
  switch (type) {
    case 'counter':
      return {
        ...base,
        unit: 'cps',
        queries: [{ expr: `sum${by(labels)} (rate(${of}[$__rate_interval]))`, legend: legendOf(labels, 'all') }],
      }
    case 'gauge': {
      // The value is converted, because Grafana expects milliseconds.
      const unit = unitOf(name)
      const value = `max${by(labels.length === 0 ? ['pod'] : labels)} (${of})`
      const expr = unit === 'dateTimeFromNow' ? `${value} * 1000` : value
      return { ...base, unit, queries: [{ expr, legend: legendOf(labels, '{{pod}}') }] }
    }
    case 'histogram':
      return {
        ...base,
        unit: unitOf(name),
        queries: [0.5, 0.95, 0.99].map((quantile) => ({
          expr: `histogram_quantile(${quantile}, sum by (le) (rate(${name}_bucket{service="${service}"}[$__rate_interval])))`,
          legend: `p${quantile * 100}`,
        })),
      }
  }
}

/** Metrics in which an overloaded or leaking process shows first. */
const ofTheProcess: readonly Metric[] = [
  { name: 'process_resident_memory_bytes', type: 'gauge', help: 'Memory of each process.', labels: ['pod'] },
  { name: 'process_cpu_seconds_total', type: 'counter', help: 'Cores in use by each process.', labels: ['pod'] },
  {
    name: 'nodejs_eventloop_lag_p99_seconds',
    type: 'gauge',
    help: 'How long events wait in a process.',
    labels: ['pod'],
  },
]

/** The dashboards, by the name of their file. */
export function dashboardsOf(metrics: ReadonlyMap<MetricOwner, readonly Metric[]>): Map<string, object> {
  const shared = metrics.get('every process') ?? []
  const made = new Map([['tandem-overview', dashboard('overview', overview)]])
  for (const [owner, own] of metrics) {
    if (owner === 'every process') continue
    made.set(
      `tandem-${owner}`,
      dashboard(owner, [
        { title: `What the ${owner} measures`, panels: own.map((metric) => panelOf(metric, owner)) },
        { title: 'The process', panels: [...shared, ...ofTheProcess].map((metric) => panelOf(metric, owner)) },
      ]),
    )
  }
  return made
}

function dashboard(name: string, rows: readonly Row[]): object {
  const panels: object[] = []
  let [id, y] = [1, 0]
  for (const row of rows) {
    panels.push({
      id: id++,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y: y++, w: 24, h: 1 },
      panels: [],
    })
    const [perLine, height] = row.panels.length === 4 ? [4, 8] : [3, 8]
    row.panels.forEach((panel, index) => {
      const width = 24 / perLine
      const gridPos = { x: (index % perLine) * width, y: y + Math.floor(index / perLine) * height, w: width, h: height }
      panels.push({ id: id++, gridPos, ...panelJson(panel) })
    })
    y += Math.ceil(row.panels.length / perLine) * height
  }
  return {
    uid: `tandem-${name}`,
    title: `Tandem / ${name}`,
    tags: ['tandem'],
    editable: true,
    schemaVersion: 39,
    version: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source', current: {}, hide: 0 },
      ],
    },
    annotations: { list: [] },
    panels,
  }
}

function panelJson({ title, description, unit, queries, thresholds }: Panel): object {
  // A variable that Grafana fills in with its data source.
  const datasource = { type: 'prometheus', uid: ['$', '{datasource}'].join('') }
  const steps = (thresholds ?? [{ at: 0, color: 'green' }]).map(({ at, color }, index) => ({
    color,
    value: index === 0 ? null : at,
  }))
  return {
    type: thresholds === undefined ? 'timeseries' : 'stat',
    title,
    description,
    datasource,
    targets: queries.map(({ expr, legend }, index) => ({
      refId: String.fromCharCode(65 + index),
      datasource,
      expr,
      legendFormat: legend,
    })),
    fieldConfig: { defaults: { unit, thresholds: { mode: 'absolute', steps } }, overrides: [] },
    options:
      thresholds === undefined
        ? {
            legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
            tooltip: { mode: 'multi', sort: 'desc' },
          }
        : {
            colorMode: 'value',
            graphMode: 'area',
            reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
          },
  }
}
