import type { TracePoint } from './explore.ts'
import type { Violation } from './properties.ts'
import type { Scenario } from './world.ts'

/** A trace in plain words: each step with its tick, and ticks in which nothing else happens in one line. */
export function tell({ orders }: Scenario, trace: readonly TracePoint[], { text }: Violation): string[] {
  const lines: string[] = []
  let isQuiet = false
  for (const { state, step } of trace) {
    if (step === undefined) continue
    const isTick = step.text === 'A tick passes.'
    const named = step.order !== undefined && orders.length > 1 ? `Order ${step.order + 1}: ${step.text}` : step.text
    const line = isTick ? `Time passes until tick ${state.now}.` : `Tick ${state.now}: ${named}`
    if (isTick && isQuiet) lines.pop()
    lines.push(line)
    isQuiet = isTick
  }
  return [...lines, `**${text}**`]
}
