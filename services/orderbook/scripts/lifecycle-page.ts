/** Writes docs/lifecycle.md from the lifecycle's tables. `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { finalStatuses, intentStatuses, orderStatuses } from '@tandem/contracts'
import { intentStatusMeanings, orderStatusMeanings, orderStatusTable } from '../src/domain/order-lifecycle.ts'
import { type Transition, walkTransitions } from '../src/domain/order-lifecycle-moves.ts'

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

<!-- Generated from services/orderbook/src/domain/order-lifecycle.ts by services/orderbook/scripts/lifecycle-page.ts. -->

Status is derived from the chains and each chain's own clock: when a reorg takes a fact away, the status goes back too (event
\`order.fact_retracted\`). A deadline has passed once a block at or after it is at confirmation depth.

## Order statuses

${orderStatuses
  .map((status) => `- \`${status}\`${finalStatuses.includes(status) ? ' (final)' : ''}: ${orderStatusMeanings[status]}`)
  .join('\n')}

A reorg deeper than the confirmation depth reopens a final order. So does a late deposit that creates an escrow after its
\`cancel_after\`: the order is then \`refundable\`.

## When everybody follows the protocol

${diagram(transitions)}

## One side of an order

${intentStatuses.map((status) => `- \`${status}\`: ${intentStatusMeanings[status]}`).join('\n')}

## From both sides to the order

Rows are the source side, columns the destination side. On a hop route \`completed\` and \`destination_claimed\` are
\`bridging\` until the delivery, \`bridge_failed\` when it failed. Facts that contradict each other (a wrong hash, two
settlements of one vault) are \`conflict\` everywhere.

${table(
  ['source \\ destination', ...intentStatuses.map((status) => `\`${status}\``)],
  intentStatuses.map((source) => [
    `\`${source}\``,
    ...intentStatuses.map((destination) => `\`${orderStatusTable[source][destination]}\``),
  ]),
)}

Where a party acted late, early, or against its own interest, or a watcher saw one chain before the other, an order takes other ways:
\`services/orderbook/src/domain/order-lifecycle-moves.ts\` has them all. Read the status, not the step before it.
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
