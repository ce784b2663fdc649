import { broadcast } from './broadcast.ts'
import { because } from './domain/reasons.ts'
import type { Request } from './domain/request.ts'
import { move } from './end.ts'
import { untilCounted } from './poll-intervals.ts'
import { isSameNonce, type Receipt, type TransactionChain } from './ports.ts'
import type { History, StepDeps } from './step-ports.ts'

export async function recordReceipt(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  { history, success, counted }: { history: History; success: Receipt; counted: bigint },
): Promise<void> {
  const blocksLeft = success.blockNumber - counted
  const mined = await move(deps, request, 'receipt_found', `block ${success.blockNumber}`, {
    txHash: success.hash,
    minedBlock: success.blockNumber,
    minedBlockHash: success.blockHash,
    ...(request.errorCode === null ? {} : { errorCode: null }),
    ...(blocksLeft > 0n ? { nextStepInMs: untilCounted(chain, blocksLeft) } : {}),
  })
  if (mined === undefined) return
  if (blocksLeft > 0n) await abandonOthers(deps, mined, history)
  else await confirmOrWait(deps, mined, chain, history)
}

/** Gives up the nonces that were hedges, which are gap-filled then. The nonce that was mined is enough after a reorg. */
async function abandonOthers(deps: StepDeps, request: Request, { nonces, all }: History): Promise<void> {
  const used = all.find(({ hash }) => hash === request.txHash)?.key
  if (used !== undefined && nonces.some((key) => !isSameNonce(key, used)))
    await deps.nonces.abandonNonces(request, { but: used })
}

/**
 * Confirms a mined request once its block is deep enough, and waits until then.
 * @param known the history, when this step has read it.
 */
export async function confirmOrWait(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  known?: History,
): Promise<void> {
  const { minedBlock, minedBlockHash } = request
  if (minedBlock === null) return
  const counted = await chain.countedBlock(deps.rules.urgencyOf(request))
  const hash = await chain.blockHash(minedBlock)
  if (hash !== undefined && hash !== minedBlockHash) return takeBack(deps, request, chain, minedBlock)
  const history = known ?? (await deps.attempts.history(request.id))
  if (hash === undefined || minedBlock > counted) {
    await abandonOthers(deps, request, history)
    const detail = `mined in block ${minedBlock}, which does not count yet: the last one that does is ${counted}`
    const reason = because('waiting_for_depth', detail)
    return deps.requests.postpone(request.id, untilCounted(chain, minedBlock - counted), reason)
  }
  // There is no such nonce when an earlier nonce of the request did the work.
  const key = history.nonces.find(({ attempts }) => attempts.some((attempt) => attempt.hash === request.txHash))
  const confirmed = await deps.attempts.confirm(request, key, `block ${minedBlock} counts`)
  if (confirmed !== undefined) deps.observe.moved(confirmed, 'depth_reached')
}

/**
 * Takes a mined request back to `revealed` after a reorg, and sends its transactions again. Receipts say later whether one of
 * them is mined.
 */
async function takeBack(deps: StepDeps, request: Request, chain: TransactionChain, minedBlock: bigint): Promise<void> {
  const revealed = await move(deps, request, 'reorged', `block ${minedBlock} was replaced`, {
    txHash: null,
    minedBlock: null,
    minedBlockHash: null,
  })
  const { nonces } = await deps.attempts.history(request.id)
  const newest = nonces.flatMap(({ attempts }) => attempts.at(-1) ?? [])
  // Every nonce's newest transaction is sent again, because nodes forget what a reorg took out of a block.
  if (revealed !== undefined) await Promise.all(newest.map((one) => broadcast(deps, revealed, chain, one)))
  return deps.requests.postpone(request.id, 0, because('reorg'))
}
