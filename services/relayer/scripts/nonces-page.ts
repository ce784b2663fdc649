/** Writes docs/nonces.md from the nonce's own table. `--check` only says whether the page is current. */
import { readFileSync, writeFileSync } from 'node:fs'
import { type NonceState, nonceStates } from '../src/transactions/domain/nonce-lifecycle.ts'

const page = new URL('../../../docs/nonces.md', import.meta.url)
const states = Object.keys(nonceStates) as NonceState[]

const text = `# The life of a nonce

<!-- Generated from services/relayer/src/transactions/domain/nonce-lifecycle.ts by services/relayer/scripts/nonces-page.ts. -->

Once the relayer has assigned a nonce, some transaction must be mined at it, because every later transaction of that signer waits behind it. This page shows the states of a nonce, and what happens to it when a worker dies.

A nonce is assigned to a request (a claim, an initiation, or a keeper job) or to a batch of them. The assignment is one database transaction. Every later change of the nonce's state is one SQL statement that succeeds only if nobody else has changed the state meanwhile (\`nonceEvents\`, \`nonceTransitions\`). While a transaction is mined but not yet at confirmation depth, the state stays as it is.

## States

${states
  .map((state) => {
    const mark = ['confirmed', 'filled', 'taken'].includes(state) ? ' (closed)' : ''
    return `- \`${state}\`${mark}: ${nonceStates[state]}`
  })
  .join('\n')}

If the gap before a nonce is too large to fill, the chain can never reach that nonce. The relayer then forgets it, and assigns another one to its request.

## What happens when a worker dies

A worker holds a request by a lease, which ends 8 s after the worker took the request, or 4 s after it began to broadcast (\`begin_broadcast\`). If the worker dies, another one takes the request over when the lease has ended. Until \`begin_broadcast\`, the request is \`assigned\`, and may still be refused. From then on it is \`revealed\`, and is pursued to its end.

| it dies after | what is stored | what happens next |
| --- | --- | --- |
| the nonce was assigned, or its bytes signed | \`assigned\` | the next worker signs for the same nonce |
| the bytes were stored | \`signed\` | the request is decided again. Then these bytes are sent, or the nonce is abandoned. In a batch, the first request that may still be sent keeps the nonce for itself |
| \`begin_broadcast\` | \`broadcast\` | the stored bytes are sent, whether or not they were sent before. If the request is an initiation that is now refused, the nonce is abandoned and filled |
| the request ended while its nonce was open | \`abandoned\` | a gap-filling transaction closes it |

Once a nonce counts as broadcast, its transaction is sent again, and replaced with higher fees if needed, until the nonce is used.
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
