/** Writes the outcomes of the kit of lies (`LIES=all LIES_RESULTS=file npm test -- ...`) into docs/belief.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { allLies, layouts } from '../src/lies/index.ts'

type Row = {
  implementation: string
  lie: string
  of: number
  at: string
  fooled: boolean
  stopped: boolean
  seconds: number
}

const [results, page = 'docs/belief.md'] = process.argv.slice(2)
if (results === undefined) throw new Error('the file of results is missing')
const rows = readFileSync(results, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
const columns = [...new Set(rows.map(({ implementation }) => implementation))]

/** The last outcome of each play counts. */
const outcomes = new Map(rows.map((row) => [[row.implementation, row.lie, row.of, row.at].join(' '), row]))
const played = layouts.filter(({ of, at }) => rows.some((row) => row.of === of && row.at === at))
const cell = (implementation: string, lie: string) =>
  played
    .map(({ of, at }) => {
      const row = outcomes.get([implementation, lie, of, at].join(' '))
      if (row === undefined) return '-'
      const { fooled, stopped, seconds } = row
      if (fooled) return '**F**'
      return stopped ? `S` : seconds.toFixed(1)
    })
    .join(' ')

const told = allLies.filter(({ name }) => rows.some(({ lie }) => lie === name))
const lines = told.map(
  ({ name, kind, describes }) =>
    `| \`${name}\` | ${kind} | ${describes} | ${columns.map((one) => cell(one, name)).join(' | ')} |`,
)
const places = played.map(({ of, at }) => (of === 1 ? 'the only endpoint lies' : `${at} of ${of} lies`)).join('; ')
const table = [
  `Each cell has an outcome for: ${places}. A number is the seconds until the true outcome, **F** that something false was`,
  'believed, S that the true outcome did not come in time, - that it was not played. “No vault”: the secret, or the money, must',
  'stay, and a number is how long it did.',
  '',
  `| lie | kind | the endpoint | ${columns.join(' | ')} |`,
  `|---|---|---|${columns.map(() => '---|').join('')}`,
  ...lines,
].join('\n')
const [head = '', , tail = ''] = readFileSync(page, 'utf8').split(/<!-- lies -->|<!-- \/lies -->/)
writeFileSync(page, `${head}<!-- lies -->\n${table}\n<!-- /lies -->${tail}`)
