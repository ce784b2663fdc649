import type { FeeCaps, Fees } from '@tandem/chain/sending'
import { type Address, type Hex, size } from 'viem'
import type { Call, PlannedCall, Purpose } from './domain/request.ts'
import type { AssignedNonce, BlockReader, Broadcaster, FeeSource, NonceKey, Outbox, SignerReader } from './ports.ts'

export interface Signed {
  hash: Hex
  number: number
  raw: Hex
}

/** A call with its whole gas limit, and with the wei that a rollup charges on top. */
export interface PricedCall {
  call: Call
  gasLimit: bigint
  dataFee: bigint
}

interface SignDeps {
  attempts: Pick<Outbox, 'saveAttempt'>
}
type SigningChain = Pick<BlockReader, 'headNumber'> & Pick<Broadcaster, 'sign'>

export async function priced(chain: Pick<FeeSource, 'dataCost'>, { call, gasLimit }: PlannedCall): Promise<PricedCall> {
  const { gas, wei } = await chain.dataCost(size(call.data))
  return { call, gasLimit: gasLimit + gas, dataFee: wei }
}

/** The highest price after the reveal, in wei per gas: being mined is worth more then. */
export const revealedPrice = ({ maxRevealedFee }: FeeCaps, gasLimit: bigint, count: number): bigint =>
  (maxRevealedFee * BigInt(count)) / gasLimit

/** The price that the signer can pay for the whole gas limit, in wei per gas, up to `most`. */
export async function payablePrice(
  chain: Pick<SignerReader, 'nativeBalance'>,
  signer: Address,
  { gasLimit, dataFee }: Pick<PricedCall, 'gasLimit' | 'dataFee'>,
  most: bigint,
): Promise<bigint> {
  const left = (await chain.nativeBalance(signer)) - dataFee
  const price = left > 0n ? left / gasLimit : 0n
  return price < most ? price : most
}

/**
 * Signs the first transaction of a nonce. Its bytes are stored only while they do the work of exactly the requests of the nonce.
 */
export const signFirst = (
  deps: SignDeps,
  chain: SigningChain,
  key: AssignedNonce,
  what: PricedCall & { offer: Fees; purpose: Purpose },
): Promise<Signed | undefined> => signAttempt(deps, chain, key, { ...what, number: 0, holders: key.members })

/**
 * Signs a transaction and stores it.
 * @returns undefined when the bytes must not be sent.
 */
export async function signAttempt(
  deps: SignDeps,
  chain: SigningChain,
  key: NonceKey,
  o: PricedCall & { offer: Fees; purpose: Purpose; number: number; holders: readonly string[] | 'any' | 'none' },
): Promise<Signed | undefined> {
  const { call, gasLimit, offer, purpose, number, holders } = o
  const [signedBlock, { raw, hash }] = await Promise.all([
    chain.headNumber(),
    chain.sign(key, { ...call, ...offer, gasLimit }),
  ])
  const isStored = await deps.attempts.saveAttempt(
    key,
    { hash, number, purpose, gasLimit, raw, signedBlock, ...offer },
    holders,
  )
  return isStored ? { hash, number, raw } : undefined
}
