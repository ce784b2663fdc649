import { firstFees } from '@tandem/sending'
import { isAddressEqual } from 'viem'
import { chooseSigner } from './choose-signer.ts'
import { isHedgeDue } from './domain/hedge.ts'
import type { Request } from './domain/request.ts'
import type { OwnNonce, TransactionChain } from './ports.ts'
import { assignAndSign } from './sign-payable.ts'
import type { StepDeps } from './step-ports.ts'

/** Whether another signer should try a request with a deadline, because the signers that have it do not get it mined. */
export function isStuck(
  deps: StepDeps,
  request: Request,
  { blockTimeMs }: TransactionChain,
  nonces: readonly OwnNonce[],
): boolean {
  const { firstBroadcastAt, updatedAt } = request
  const { deadlineMs } = deps.rules.urgencyOf(request)
  if (deadlineMs === null || firstBroadcastAt === null) return false
  const newest = nonces.flatMap(({ attempts }) => attempts.at(-1) ?? [])
  const begun = nonces.flatMap(({ attempts }) => attempts[0]?.createdAt.getTime() ?? [])
  return isHedgeDue({
    broadcastAt: firstBroadcastAt.getTime(),
    // A reorg takes the request back to `revealed`: then its signers have just begun.
    triedSince: Math.max(updatedAt.getTime(), ...begun),
    canPay: newest.some(({ errorClass }) => errorClass !== 'insufficient_funds'),
    deadlineMs,
    nowMs: deps.now(),
    blockTimeMs,
    hedgeAfterMs: deps.hedgeAfterMs,
  })
}

/**
 * Assigns the same work to another signer as well. Nothing that was sent is given up: the first transaction that is mined
 * does the work, and the others revert.
 *
 * @returns whether there is something to be sent.
 */
export async function hedge(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  nonces: readonly OwnNonce[],
): Promise<boolean> {
  const others = (await deps.knownSigners(chain)).filter(
    (address) => !nonces.some(({ signer }) => isAddressEqual(signer, address)),
  )
  const { chosen } = chooseSigner(await deps.readLoads(chain, others), 1n)
  const { deadlineMs } = deps.rules.urgencyOf(request)
  if (chosen === undefined || deadlineMs === null || deps.now() >= deadlineMs) return false
  const { signer } = chosen
  const planned = await deps.rules.plan(request)
  // The calldata is public: an endpoint that simulates nothing must not hold the second signer up.
  if (!(await deps.rules.wouldSucceed(request, signer, planned).catch(() => true))) return false
  const { maxFeePerGas } = firstFees(await chain.feeMarket())
  if ((await chain.nativeBalance(signer)) < planned.gasLimit * maxFeePerGas) return false
  return (await assignAndSign(deps, request, chain, { signer, planned, hedged: nonces })) !== undefined
}
