import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Metric {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: readonly string[]
}

/** Where each owner's metrics are registered. Those of every process are in the service kit. */
const folders = {
  orderbook: 'services/orderbook',
  relayer: 'services/relayer',
  solver: 'packages/solver',
  'every process': 'packages/service-kit',
} as const
export type MetricOwner = keyof typeof folders

const literal = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|${'`'}((?:[^${'`'}\\]|\\.)*)${'`'})`
const constructed = new RegExp(
  String.raw`new (Counter|Gauge|Histogram)\(\{\s*name: '(\w+)',\s*help:\s*${literal},([\s\S]*?)registers`,
  'g',
)
/** Matches gauges that are made by a function of name and help. */
const madeByFunction = new RegExp(String.raw`\bgauge\(\s*'(\w+)',\s*${literal}`, 'g')

/**
 * Reads all metrics from the sources, by owner and name.
 *
 * @throws Error for a registration in a form that is not known.
 */
export function readMetrics(root: string): Map<MetricOwner, Metric[]> {
  return new Map(
    Object.entries(folders).map(([owner, folder]) => [owner as MetricOwner, metricsIn(join(root, folder, 'src'))]),
  )
}

function metricsIn(dir: string): Metric[] {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('generated'))
    .map((file) => ({ file, text: readFileSync(join(dir, file), 'utf8') }))
    .filter(({ text }) => text.includes("from 'prom-client'"))
  return files.flatMap(({ file, text }) => metricsOf(file, text)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

export function metricsOf(file: string, text: string): Metric[] {
  const found: Metric[] = []
  for (const [, type = '', name = '', single, double, template, rest = ''] of text.matchAll(constructed)) {
    const help = single ?? double ?? template ?? ''
    found.push({ name, help, type: type.toLowerCase() as Metric['type'], labels: labelsIn(rest, text) })
  }
  for (const [, name = '', single, double, template] of text.matchAll(madeByFunction))
    found.push({ name, help: single ?? double ?? template ?? '', type: 'gauge', labels: [] })
  const registered = text.match(/new (?:Counter|Gauge|Histogram)\(/g)?.length ?? 0
  const byFunction = text.match(/const gauge = /g)?.length ?? 0
  const read = [...text.matchAll(constructed)].length
  if (read + byFunction !== registered)
    throw new Error(
      `${file} registers ${registered} metrics, of which ${read} could be read: name, help, then the rest`,
    )
  return found.map((metric) => ({ ...metric, help: metric.help.replaceAll(/\$\{\w+\}/g, 'a limit') }))
}

const namesIn = (list: string) => [...list.matchAll(/'(\w+)'/g)].map(([, label = '']) => label)

/** The labels of a metric, which are given in place or by a constant `labelNames`. */
function labelsIn(options: string, text: string): string[] {
  const inPlace = /labelNames: \[([^\]]*)\]/.exec(options)?.[1]
  if (inPlace !== undefined) return namesIn(inPlace)
  if (!/\blabelNames,/.test(options)) return []
  return namesIn(/const labelNames = \[([^\]]*)\]/.exec(text)?.[1] ?? '')
}
