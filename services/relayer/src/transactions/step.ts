import { confirmOrWait } from './confirm.ts'
import type { Request } from './domain/request.ts'
import { finalStates } from './domain/request-lifecycle.ts'
import type { TransactionChain } from './ports.ts'
import { prepare } from './prepare.ts'
import type { StepDeps } from './step-ports.ts'
import { track } from './track.ts'

/**
 * Makes the step of a request: something short that can be interrupted anywhere and repeated by any process. What is sent is
 * stored first, and what has happened is read from the chain.
 */
export function makeStep(
  deps: StepDeps,
  chains: ReadonlyMap<string, TransactionChain>,
): (request: Request) => Promise<void> {
  const all = { ...deps, unbatchable: new Set<string>() }

  return async (request) => {
    if (finalStates.includes(request.state)) return
    const chain = chains.get(request.chain)
    if (chain === undefined) throw new Error(`chain ${request.chain} is not configured`)
    switch (request.state) {
      case 'accepted':
      case 'assigned':
        return prepare(all, request, chain)
      case 'revealed':
        return track(all, request, chain)
      default:
        return confirmOrWait(all, request, chain)
    }
  }
}
