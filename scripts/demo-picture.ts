/** Draws the output of the demo: `npm run --silent demo | npm run --silent demo:picture`. */
import { writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const file = new URL('../docs/images/demo.svg', import.meta.url)
const [mostColumns, charWidth, lineHeight, edge] = [118, 6.7, 17, 18]

const printed = await text(process.stdin)
/** From the title on. */
const lines = ['$ npm run demo', '', ...printed.slice(printed.indexOf('Tandem: ')).trimEnd().split('\n')]
  .filter((line) => !/^\s+[\d.]+ s\s+start /.test(line))
  .filter((line, at, all) => line !== '' || all[at - 1] !== '')
  .map((line) => (line.length > mostColumns ? `${line.slice(0, mostColumns - 1)}…` : line))

const escaped = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const colourOf = (line: string): string => {
  if (line.startsWith('$') || line.startsWith('Tandem')) return '#ffffff'
  return /^completed|✓/.test(line) ? '#7ee787' : '#c9d1d9'
}
const rows = lines.map(
  (line, at) =>
    `<text x="${edge}" y="${edge + lineHeight * (at + 1)}" fill="${colourOf(line)}" xml:space="preserve">${escaped(line)}</text>`,
)
const [width, height] = [Math.ceil(mostColumns * charWidth + 2 * edge), lineHeight * (lines.length + 1) + 2 * edge]
writeFileSync(
  file,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="11">
<title>The output of npm run demo</title>
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`,
)
console.log(`docs/images/demo.svg: ${lines.length} lines`)
