import { capped, firstFees, reserveOf } from '@tandem/chain/sending'
import type { PlannedCall, Request } from './domain/request.ts'
import type { AssignedNonce, NonceKey, TransactionChain } from './ports.ts'
import { payablePrice, priced, revealedPrice, type Signed, signFirst } from './sign.ts'
import type { StepDeps } from './step-ports.ts'

/** Signs at today's fees, or at the highest fees that the signer can pay. */
export async function signPayable(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  key: AssignedNonce,
  planned: PlannedCall,
): Promise<Signed | undefined> {
  const [market, call] = await Promise.all([chain.feeMarket(), priced(chain, planned)])
  const price = await payablePrice(chain, key.signer, call, revealedPrice(chain.feeCaps, call.gasLimit, 1))
  const offer = capped(firstFees(market), price)
  return signFirst(deps, chain, key, { ...call, offer, purpose: deps.rules.urgencyOf(request).purpose })
}

/**
 * Assigns a nonce of the signer to the request, and signs its transaction.
 * @param o.hedged the nonces of other signers that the request keeps.
 * @returns undefined when another worker was first.
 */
export async function assignAndSign(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  { signer, planned, hedged }: { signer: NonceKey['signer']; planned: PlannedCall; hedged: readonly NonceKey[] },
): Promise<NonceKey | undefined> {
  const minedNonce = await chain.minedNonce(signer)
  const reserve = reserveOf(planned.gasLimit, firstFees(await chain.feeMarket()).maxFeePerGas, 0n)
  const payer = { chain: chain.name, address: signer, reserve, balance: 0n }
  const key = await deps.nonces.assignNonce(request, payer, minedNonce, hedged)
  if (key === undefined) return undefined
  if ((await deps.attempts.attemptsOf(key)).length > 0) return key
  if (hedged.length > 0) deps.observe.hedged(request, key)
  await signPayable(deps, request, chain, key, planned)
  return key
}
