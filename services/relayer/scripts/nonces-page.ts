/** Writes docs/nonces.md from the nonce's own table. `--check` only says whether the page is current. */
import { readFileSync, writeFileSync } from 'node:fs'
import { type NonceState, nonceStates } from '../src/transactions/domain/nonce-lifecycle.ts'

const page = new URL('../../../docs/nonces.md', import.meta.url)
const states = Object.keys(nonceStates) as NonceState[]

const text = `# The life of a nonce

<!-- Generated from services/relayer/src/transactions/domain/nonce-lifecycle.ts by services/relayer/scripts/nonces-page.ts. -->

A nonce that the relayer assigned to a request (a claim, an initiation, a keeper job), or to a batch, must be used: every later one of its signer
waits behind it. Each event is one guarded statement (\`nonceEvents\`, \`nonceTransitions\`). A mined transaction below confirmation depth leaves the nonce where it is.

## States

${states
  .map((state) => {
    const mark = ['confirmed', 'filled', 'taken'].includes(state) ? ' (closed)' : ''
    return `- \`${state}\`${mark}: ${nonceStates[state]}`
  })
  .join('\n')}

A nonce that the chain can never reach (a gap too large to fill lies before it) is forgotten, and its request is assigned another one.

## What happens when a worker dies

Another worker takes the request when the lease ends (8 s), or 4 s after \`begin_broadcast\`. Until then the request is \`assigned\` and may still be
refused; after it the request is \`revealed\` and is pursued to its end.

| it dies after | what is stored | what happens next |
| --- | --- | --- |
| the nonce was assigned, or its bytes signed | \`assigned\` | the next worker with the request signs for the same nonce |
| the bytes were stored | \`signed\` | the request is decided anew; then these bytes are sent, or it is abandoned. Of a batch the first member so decided keeps the nonce, alone |
| \`begin_broadcast\` | \`broadcast\` | the stored bytes are sent, whether or not they were before; an initiation that is now refused is abandoned and filled |
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
