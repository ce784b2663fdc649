import { chooseSigner } from './choose-signer.ts'
import { maxPaidReverts, paidReverts } from './domain/paid-reverts.ts'
import { because } from './domain/reasons.ts'
import type { Request } from './domain/request.ts'
import { checkEnding } from './end.ts'
import { noSignerMs, pollMs } from './poll-intervals.ts'
import type { TransactionChain } from './ports.ts'
import { assignAndSign } from './sign-payable.ts'
import type { StepDeps } from './step-ports.ts'

const waitsForEndingMs = 15_000

/** Gives a broadcast request another nonce when all of its nonces are spent, unless others have done its work. */
export async function assignAnother(deps: StepDeps, request: Request, chain: TransactionChain): Promise<void> {
  const { rules } = deps
  const ending = await checkEnding(deps, request, chain)
  if (ending === 'ended') return
  if (ending === 'doubtful') return deps.requests.postpone(request.id, pollMs(chain), because('endpoints_disagree'))
  if (ending !== 'open') return deps.requests.postpone(request.id, ending.delayMs, ending.reason)
  if (paidReverts((await deps.attempts.history(request.id)).all) >= maxPaidReverts) return waitForUser(deps, request)
  const decision = await rules.checkAgain(request)
  if (decision.type === 'wait') return deps.requests.postpone(request.id, chain.blockTimeMs, decision.reason)
  if (decision.type === 'done') return deps.requests.postpone(request.id, pollMs(chain), because('waiting_for_depth'))
  if (decision.type === 'refuse')
    return deps.requests.postpone(request.id, waitsForEndingMs, because('not_sent_again', decision.reason))
  const choice = chooseSigner(await deps.readLoads(chain, await deps.knownSigners(chain)), 1n)
  if (choice.chosen === undefined) return deps.requests.postpone(request.id, noSignerMs, because(choice.reason))
  const { signer } = choice.chosen
  const planned = await rules.plan(request)
  if (!decision.isSimulated && !(await rules.wouldSucceed(request, signer, planned)))
    return deps.requests.postpone(request.id, chain.blockTimeMs, because('simulation_reverts'), { isRevert: true })
  const decided = { ...request, counted: decision.counted ?? [] }
  const key = await assignAndSign(deps, decided, chain, { signer, planned, hedged: [] })
  if (key !== undefined) await deps.requests.postpone(request.id, 0, because('new_nonce'))
}

/** Stops paying for a request: its user, or another party, has to do the work. */
async function waitForUser(deps: StepDeps, request: Request): Promise<void> {
  if (request.errorCode === null) deps.observe.waitsForUser(request)
  const { reverts: errorCode } = deps.rules.errorCodes
  return deps.requests.postpone(request.id, waitsForEndingMs, because('paid_reverts'), { errorCode })
}
