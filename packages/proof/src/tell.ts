import type { TracePoint } from './explore.ts'
import type { Violation } from './properties.ts'
import type { Scenario } from './world.ts'

/** The steps of one tick, or one step that lasts several ticks. */
interface Span {
  readonly first: number
  last: number
  texts: string[]
}

const lineOf = ({ first, last, texts }: Span): string =>
  `${first === last ? `Tick ${first}` : `Ticks ${first} to ${last}`}: ${texts.join(' ')}`

/** Tells a run in words, with a line for each tick in which something happens and for the last one. */
export function tell({ orders }: Scenario, trace: readonly TracePoint[], { text }: Violation): string[] {
  const spans: Span[] = []
  for (const { state, step } of trace) {
    const span = spans.at(-1)
    if (step === undefined || step.text === 'A tick passes.') continue
    const named = step.order !== undefined && orders.length > 1 ? `Order ${step.order + 1}: ${step.text}` : step.text
    if (span?.last === state.now) span.texts.push(named)
    else if (span?.last === state.now - 1 && span.texts.join() === named) span.last = state.now
    else spans.push({ first: state.now, last: state.now, texts: [named] })
  }
  const end = trace.at(-1)?.state.now
  return [...spans.map(lineOf), `${end === spans.at(-1)?.last ? '' : `Tick ${end}: `}**${text}**`]
}
