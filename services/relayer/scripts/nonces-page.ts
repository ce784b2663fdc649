/** Writes docs/nonces.md from the nonce's own table. `--check` only says whether the page is current. */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  type NonceEvent,
  type NonceState,
  nonceEvents,
  nonceStates,
  nonceTransitions,
} from '../src/transactions/domain/nonce-lifecycle.ts'

const page = new URL('../../../docs/nonces.md', import.meta.url)
const states = Object.keys(nonceStates) as NonceState[]

const arrows = states.flatMap((from) =>
  Object.entries(nonceTransitions[from]).flatMap(([event, targets]) =>
    targets.map((to) => ({ from, event: event as NonceEvent, to })),
  ),
)
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')

const text = `# The life of a nonce

<!-- Generated from services/relayer/src/transactions/domain/nonce-lifecycle.ts by services/relayer/scripts/nonces-page.ts. -->

A nonce that the relayer assigned to a request (a claim, an initiation, a keeper job), or to the members of a batch, must be used: every later one of its
signer waits behind it. Its state follows from rows; each event is one guarded statement. A transaction that is mined and not yet at confirmation depth
leaves the nonce where it is. The state of the request is in \`services/relayer/src/transactions/domain/request-lifecycle.ts\`.

## States

${states
  .map((state) => {
    const mark = ['confirmed', 'filled', 'taken'].includes(state) ? ' (closed)' : ''
    return `- \`${state}\`${mark}: ${nonceStates[state]}`
  })
  .join('\n')}

## Events

The guard of each is in its statement (\`nonceEvents\`).

${table(
  ['event', 'from', 'to'],
  (Object.keys(nonceEvents) as NonceEvent[]).map((event) => {
    const of = arrows.filter((arrow) => arrow.event === event)
    const names = (key: 'from' | 'to') => [...new Set(of.map((arrow) => `\`${arrow[key]}\``))].join(', ')
    return [`\`${event}\``, names('from'), names('to')]
  }),
)}

A nonce that the chain can never reach (a gap too large to fill lies before it) is forgotten, and its request is assigned another one.

## What happens when a worker dies

Another worker takes the request when the lease ends (8 s), or 4 s after \`begin_broadcast\`. Until then the request is \`slotted\` and may still be
refused; after it the request is \`revealed\` and is pursued to its end.

| it dies after | what is stored | what happens next |
| --- | --- | --- |
| the nonce was assigned | \`assigned\` | the next worker with the request signs for the same nonce |
| the bytes were signed, not stored | \`assigned\` | they never left; the nonce is signed for again |
| the bytes were stored | \`signed\` | the request is decided anew; then these bytes are sent, or it is abandoned |
| the bytes of a batch were stored | \`signed\` | the first member that is decided anew keeps the nonce and is signed for alone; the others are assigned other nonces |
| \`begin_broadcast\` | \`broadcast\` | an initiation is judged anew, with all of its batch: refused, its nonce is abandoned and filled; otherwise, and for every claim, the stored bytes are sent, whether or not they were before |
| the bytes were sent, and no answer was recorded | \`broadcast\` | a receipt is found, or the same bytes go out again ("already known") |
| the request ended, its nonce still open | \`abandoned\` | a gap-filling transaction closes it |

A nonce for which any send is recorded is sent again and replaced until it is used.
`

const isCurrent = (() => {
  try {
    return readFileSync(page, 'utf8') === text
  } catch {
    return false
  }
})()
if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (!isCurrent) {
  process.stderr.write('docs/nonces.md is not current: npm run generate\n')
  process.exitCode = 1
}
