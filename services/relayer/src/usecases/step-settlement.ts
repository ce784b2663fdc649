import { type Settlement, targetOf } from '../domain/settlement.ts'
import { finalStates } from '../domain/settlement-state.ts'
import { type EndDeps, makeEnding } from './end-settlement.ts'
import { chainOf } from './judge.ts'
import { makePrepare, type PrepareDeps } from './prepare-settlement.ts'
import { makePursue, type PursueDeps } from './pursue-settlement.ts'
import { makeSender, type SendDeps } from './send-transaction.ts'

export type StepDeps = SendDeps & EndDeps & PrepareDeps & PursueDeps

/**
 * Takes one short step on a settlement, and says when to look again. Every step can be interrupted anywhere and taken
 * again, by this process or another: what is sent is stored first, and what is believed is read from the chain.
 */
export function makeStep(deps: StepDeps) {
  const sender = makeSender(deps)
  const ending = makeEnding(deps)
  const { pursue, settle } = makePursue(deps, sender, ending)
  const prepare = makePrepare(deps, sender, ending, pursue)

  return async function step(settlement: Settlement): Promise<void> {
    if (finalStates.includes(settlement.state)) return
    const chain = chainOf(deps.chains, targetOf(settlement.work))
    switch (settlement.state) {
      case 'accepted':
      case 'slotted':
        return prepare(settlement, chain)
      case 'revealed':
        return pursue(settlement, chain)
      default:
        return settle(settlement, chain)
    }
  }
}
