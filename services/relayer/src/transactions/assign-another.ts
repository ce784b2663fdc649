import { chooseSigner, type ReadLoads } from './choose-signer.ts'
import { mostPaidReverts, paidReverts } from './domain/paid-reverts.ts'
import { because } from './domain/reasons.ts'
import type { Request } from './domain/request.ts'
import { checkEnding, type EndDeps } from './end.ts'
import type { KnownSigners } from './known-signers.ts'
import { noSignerMs, pollMs } from './pace.ts'
import type { RequestRules, RequestStore, TransactionChain, TransactionObserver } from './ports.ts'
import { type AssignAndSignDeps, assignAndSign } from './sign-payable.ts'

export interface RetryDeps extends AssignAndSignDeps, EndDeps {
  store: AssignAndSignDeps['store'] & EndDeps['store'] & Pick<RequestStore, 'postpone'>
  rules: AssignAndSignDeps['rules'] & EndDeps['rules'] & Pick<RequestRules, 'checkAgain' | 'plan' | 'wouldSucceed'>
  observe: AssignAndSignDeps['observe'] & EndDeps['observe'] & Pick<TransactionObserver, 'waitsForUser'>
  readLoads: ReadLoads
  knownSigners: KnownSigners
}

/** Poll interval for the ending of a request that no more transactions are sent for. */
const waitsForEndingMs = 15_000

/** Every nonce of a broadcast request is spent and its work is not done, or others did it. */
export async function assignAnother(deps: RetryDeps, request: Request, chain: TransactionChain): Promise<void> {
  const { store, rules } = deps
  const ending = await checkEnding(deps, request, chain)
  if (ending === 'ended') return
  if (ending === 'doubtful') return store.postpone(request.id, pollMs(chain), because('endpoints_disagree'))
  if (ending !== 'open') return store.postpone(request.id, ending.delayMs, ending.reason)
  if (paidReverts((await store.history(request.id)).all) >= mostPaidReverts) return waitForUser(deps, request)
  const decision = await rules.checkAgain(request)
  if (decision.type === 'wait') return store.postpone(request.id, chain.blockTimeMs, decision.reason)
  if (decision.type === 'done') return store.postpone(request.id, pollMs(chain), because('waiting_for_depth'))
  if (decision.type === 'refuse')
    return store.postpone(request.id, waitsForEndingMs, because('not_sent_again', decision.reason))
  const choice = chooseSigner(await deps.readLoads(chain, await deps.knownSigners(chain)), 1n)
  if (choice.chosen === undefined) return store.postpone(request.id, noSignerMs, because(choice.reason))
  const { signer } = choice.chosen
  const planned = await rules.plan(request)
  if (!decision.isSimulated && !(await rules.wouldSucceed(request, signer, planned)))
    return store.postpone(request.id, chain.blockTimeMs, because('simulation_reverts'), { isRevert: true })
  const key = await assignAndSign(deps, request, chain, { signer, planned, hedged: [] })
  if (key !== undefined) await store.postpone(request.id, 0, because('new_nonce'))
}

/** No more transactions are paid for: its ending is looked for until its user, or another party, does the work. */
async function waitForUser(deps: RetryDeps, request: Request): Promise<void> {
  if (request.errorCode === null) deps.observe.waitsForUser(request)
  const { reverts: errorCode } = deps.rules.errorCodes
  return deps.store.postpone(request.id, waitsForEndingMs, because('paid_reverts'), { errorCode })
}
