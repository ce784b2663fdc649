import type { Plan, PlannedSwap } from './plan.ts'

const staying = ({ vanishesAt: _step, ...swap }: PlannedSwap): PlannedSwap => swap

/** The plans that leave one thing out. */
function smaller(plan: Plan): Plan[] {
  const without = <T>(all: readonly T[], index: number) => all.filter((_, at) => at !== index)
  return [
    ...(plan.restlessMs > 0 ? [{ ...plan, restlessMs: 0 }] : []),
    ...(plan.onlyWatch ? [{ ...plan, onlyWatch: false }] : []),
    ...(plan.isLucky ? [{ ...plan, isLucky: false }] : []),
    ...(plan.relayer === 'silent' ? [{ ...plan, relayer: 'honest' as const }] : []),
    ...(plan.maker === 'greedy' && plan.relayer === 'honest' && !plan.isLucky
      ? [{ ...plan, maker: 'honest' as const }]
      : []),
    ...plan.swaps
      .filter(({ vanishesAt }) => vanishesAt !== undefined)
      .map((one) => ({ ...plan, swaps: plan.swaps.map((swap) => (swap === one ? staying(swap) : swap)) })),
    ...plan.rivals.map((_, index) => ({ ...plan, rivals: without(plan.rivals, index) })),
    ...plan.faults.map((_, index) => ({ ...plan, faults: without(plan.faults, index) })),
    ...(plan.swaps.length > 1 ? plan.swaps.map((_, index) => ({ ...plan, swaps: without(plan.swaps, index) })) : []),
  ]
}

/** Removes from a plan, one thing after the other, what it does not need to break the same property. */
export async function shrink(plan: Plan, breaks: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  for (const candidate of smaller(plan)) if (await breaks(candidate)) return shrink(candidate, breaks)
  return plan
}
