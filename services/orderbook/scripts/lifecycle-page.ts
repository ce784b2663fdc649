/** Writes docs/lifecycle.md from the lifecycle's tables. With `--check` it only compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { finalStatuses, intentStatuses, orderStatuses } from '@tandem/contracts'
import { intentStatusMeanings, orderStatusMeanings, orderStatusTable } from '../src/orders/domain/order-lifecycle.ts'
import { type Transition, walkTransitions } from '../src/orders/domain/order-lifecycle-moves.ts'

const page = new URL('../../../docs/lifecycle.md', import.meta.url)

function merged(): Transition[] {
  const all = new Map<string, Transition>()
  for (const transition of [...walkTransitions('direct'), ...walkTransitions('hop')]) {
    const key = `${transition.from}>${transition.to}>${transition.move.name}`
    const isExpected = transition.isExpected || all.get(key)?.isExpected === true
    all.set(key, { ...transition, isExpected })
  }
  const rank = ({ from, to }: Transition) => orderStatuses.indexOf(from) * 100 + orderStatuses.indexOf(to)
  return [...all.values()].sort((a, b) => rank(a) - rank(b) || a.move.name.localeCompare(b.move.name))
}

function diagram(transitions: readonly Transition[]): string {
  const arrows = new Map<string, string[]>()
  for (const { from, to, move } of transitions.filter(({ isExpected }) => isExpected)) {
    const key = `${from} --> ${to}`
    arrows.set(key, [...(arrows.get(key) ?? []), move.name])
  }
  const lines = [...arrows].map(([arrow, names]) => `  ${arrow}: ${names.join(' / ')}`)
  const ends = finalStatuses.filter((status) => status !== 'conflict').map((status) => `  ${status} --> [*]`)
  return ['```mermaid', 'stateDiagram-v2', '  [*] --> created: POST /orders', ...lines, ...ends, '```'].join('\n')
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`

function table(head: string[], rows: string[][]): string {
  return [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')
}

function render(): string {
  const transitions = merged()
  return `# The life of an order

<!-- Generated from services/orderbook/src/orders/domain/order-lifecycle.ts by services/orderbook/scripts/lifecycle-page.ts. -->

An order's status follows from what the chains show and from each chain's own clock, and nobody sets it by hand. So when a reorganization takes a fact away, the status goes back too, and you get the event \`order.fact_retracted\`. A deadline counts as passed when the chain has a block at confirmation depth whose time is at or after the deadline.

## Order statuses

${orderStatuses
  .map((status) => `- \`${status}\`${finalStatuses.includes(status) ? ' (final)' : ''}: ${orderStatusMeanings[status]}`)
  .join('\n')}

Two rare things can open a final order again: a reorganization that is deeper than the confirmation depth, and a late deposit that creates an escrow after its \`cancel_after\`. After such a deposit the order is \`refundable\`.

## When everybody follows the protocol

${diagram(transitions)}

## One side of an order

${intentStatuses.map((status) => `- \`${status}\`: ${intentStatusMeanings[status]}`).join('\n')}

## How the two sides make the order's status

Find the source side's row and the destination side's column. On a hop route, an order that would be \`completed\` or \`destination_claimed\` is \`bridging\` until the tokens are delivered, or \`bridge_failed\` if the delivery failed. If facts contradict each other, such as a wrong hash or two settlements of one vault, the status is \`conflict\` whatever the table says.

${table(
  ['source \\ destination', ...intentStatuses.map((status) => `\`${status}\``)],
  intentStatuses.map((source) => [
    `\`${source}\``,
    ...intentStatuses.map((destination) => `\`${orderStatusTable[source][destination]}\``),
  ]),
)}

The picture above shows the usual ways. An order can take others, when a party acts late, early or against its own interest, or when the watcher sees one chain before the other. \`services/orderbook/src/orders/domain/order-lifecycle-moves.ts\` lists them all. So rely on the status itself, and not on the one before it.

## Claim statuses

A claim is the relayer's work, and has a status of its own (\`GET /claims/{claim_id}\`). The question that matters is whether the secret has left the relayer: from then on somebody else may know it, so the destination has to be claimed before \`destination_intent.cancel_after\`, by the relayer or by the user's own wallet.

| status | what it means | final? | has the secret left the relayer? | state in the relayer's database |
| --- | --- | --- | --- | --- |
| \`waiting\` | It was posted with \`wait\`, and is kept until revealing is safe. | no | no | \`waiting\` |
| \`queued\` | It is accepted, and will be checked once more, signed and sent. | no | no | \`accepted\`, \`assigned\` |
| \`submitted\` | Its transaction is being sent, or is mined and not at its confirmation depth. With the \`error_code\` \`PAYOUT_REVERTS\` it waits for the recipient to claim. | no | yes | \`revealed\`, \`mined\` |
| \`confirmed\` | Its transaction is at its confirmation depth: the recipient is paid. | yes | yes | \`confirmed\` |
| \`superseded\` | Another transaction has claimed the escrow with the same secret: the recipient is paid. | yes | it is public in any case | \`superseded\` |
| \`failed\` | It has ended, and \`error_code\` says [why](errors.md#every-code). | yes | only with \`LOST\`. Treat an \`error_code\` that you do not know as if it had | \`rejected\`; with \`LOST\`, \`lost\` |

Three things to know:

- A relayer can only say what it did itself. Your app also knows whether it has handed the secret over, and has to count that as "left": a dishonest relayer could pass the secret on and say \`queued\`.
- A claim that has failed can be posted again, and so can one that a reorganization deeper than the confirmation depth has undone. It then continues as \`queued\`, \`waiting\` or \`submitted\`.
- Initiations and refunds have the same statuses without \`waiting\`. They hold no secret. \`confirmed\` then means that the escrow was created, or that the amount was given back.
`
}

const text = render()
if (process.argv.includes('--check')) {
  const current = readFileSync(page, 'utf8') === text
  console.log(current ? 'docs/lifecycle.md is current' : 'docs/lifecycle.md is stale: run npm run generate')
  process.exitCode = current ? 0 : 1
} else {
  writeFileSync(page, text)
}
