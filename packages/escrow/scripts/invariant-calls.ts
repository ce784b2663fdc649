/** How often the runs took a step of the handler, and how often the contracts accepted it. */
export interface HandlerStep {
  step: string
  calls: number
  accepted: number
}

export function handlerCalls(output: string): { steps: HandlerStep[]; text: string } {
  const totals = new Map<string, HandlerStep>()
  const rest: string[] = []
  for (const line of output.split('\n')) {
    const [, step, calls, reverts] = /^\| \w+ +\| (\w+) +\| (\d+) +\| (\d+) +\| \d+ +\|$/.exec(line) ?? []
    if (step !== undefined) {
      const total = totals.get(step) ?? { step, calls: 0, accepted: 0 }
      total.calls += Number(calls)
      total.accepted += Number(calls) - Number(reverts)
      totals.set(step, total)
    } else if (!/^[╭╰+|]/.test(line)) rest.push(line)
  }
  const text = rest.join('\n').replace(/\n{3,}/g, '\n\n')
  return { steps: [...totals.values()].sort((a, b) => a.step.localeCompare(b.step)), text }
}
