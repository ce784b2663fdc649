import { firstFees } from '@tandem/chain/sending'
import { isAddressEqual } from 'viem'
import { chooseSigner } from './choose-signer.ts'
import { isHedgeDue } from './domain/hedge.ts'
import type { Request } from './domain/request.ts'
import type { OwnNonce, TransactionChain } from './ports.ts'
import { assignAndSign } from './sign-payable.ts'
import type { StepDeps } from './step-ports.ts'

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
    // After a reorg the request has just changed, and its signers begin again.
    triedSince: Math.max(updatedAt.getTime(), ...begun),
    canPay: newest.some(({ errorClass }) => errorClass !== 'insufficient_funds'),
    deadlineMs,
    nowMs: deps.now(),
    blockTimeMs,
    hedgeAfterMs: deps.hedgeAfterMs,
  })
}

/**
 * Gives the work to another signer as well. The first transaction to be mined does it, and the others revert.
 * @returns whether there is something to send.
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
  // The calldata is public already, so an endpoint that does not answer must not delay the second signer.
  if (!(await deps.rules.wouldSucceed(request, signer, planned).catch(() => true))) return false
  const { maxFeePerGas } = firstFees(await chain.feeMarket())
  if ((await chain.nativeBalance(signer)) < planned.gasLimit * maxFeePerGas) return false
  return (await assignAndSign(deps, request, chain, { signer, planned, hedged: nonces })) !== undefined
}
