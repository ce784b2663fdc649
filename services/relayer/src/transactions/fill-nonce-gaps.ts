import type { Hex } from 'viem'
import { isReplacement, payable } from './domain/fee-cap.ts'
import { capped, type Fees, firstFees, replacementFees } from './domain/fees.ts'
import { transferGas } from './domain/gap-filling.ts'
import { wasPassedBy } from './domain/replacement-timing.ts'
import type { Attempt, NonceKey, Outbox, TransactionChain } from './ports.ts'
import { signAttempt } from './sign.ts'

const refillAfterMs = 30_000

export interface GapStore extends Outbox {
  /** A chain's nonces that are not used and assigned to no request any more: of each signer the lowest. */
  abandonedNonces(chain: string): Promise<NonceKey[]>
  /** Closes a nonce at which a transaction is confirmed. */
  closeNonce(key: NonceKey, hash: Hex, outcome: 'mined' | 'reverted' | 'dropped'): Promise<void>
}

export interface FillDeps {
  store: GapStore
  chain: TransactionChain
  /** Told of a nonce that a transaction used which is not ours. */
  foreignNonce: (key: NonceKey) => void
  /** A nonce that cannot be filled holds up no other signer's. */
  onError: (error: unknown) => void
}

/**
 * Fills abandoned nonces with a transfer of zero to oneself. An empty nonce would hold up every later one of its signer for
 * ever.
 */
export function makeFillNonceGaps(deps: FillDeps) {
  return async (): Promise<void> => {
    for (const key of await deps.store.abandonedNonces(deps.chain.name)) await fill(deps, key).catch(deps.onError)
  }
}

async function fill(deps: FillDeps, key: NonceKey): Promise<void> {
  const { store, chain } = deps
  const attempts = await store.attemptsOf(key)
  const counted = await chain.countedBlock({})
  // Before the receipts: what used it so deep has left one, if it is ours. While too few endpoints answer, it is filled all
  // the same: a transfer that comes too late is refused.
  const isUsed = (await chain.settledNonce(key.signer).catch(() => 0n)) > key.nonce
  const findReceipt = async () => (await chain.receipts(attempts.map(({ hash }) => hash)))[0]
  const receipt = await findReceipt()
  if (receipt !== undefined) {
    // Only at depth is the nonce used for good: a reorg before would leave it empty again.
    if (receipt.blockNumber > counted) return
    return store.closeNonce(key, receipt.hash, receipt.isSuccess ? 'mined' : 'reverted')
  }
  if (isUsed) {
    // Another endpoint may have said so.
    return (await findReceipt()) === undefined ? closeUsed(deps, key, attempts) : undefined
  }
  // Nothing but a gap-filling transaction: what was signed for the nonce before may be confidential and never broadcast.
  const hash = await hashToSend(deps, key, attempts.at(-1))
  if (hash === undefined || !(await store.markBroadcastStarted(hash))) return
  const { provider } = await chain.send(await store.openRaw(hash), 'public')
  await store.recordBroadcastResult(hash, { provider, errorClass: null })
}

/** A transaction that was seen mined is too old for a receipt, or gone; otherwise the transaction was not ours. */
function closeUsed(deps: FillDeps, key: NonceKey, attempts: readonly Attempt[]): Promise<void> {
  const seen = attempts.find(({ outcome }) => outcome !== null)
  if (seen === undefined) deps.foreignNonce(key)
  return deps.store.closeNonce(key, seen?.hash ?? attempts.at(-1)?.hash ?? '0x', seen?.outcome ?? 'dropped')
}

/**
 * The gap-filling transaction to send: the last one signed, or a replacement with higher fees if it has been pending too
 * long. It never offers more than a request does before its first broadcast: it is not awaited at any price.
 */
async function hashToSend(deps: FillDeps, key: NonceKey, newest: Attempt | undefined): Promise<Hex | undefined> {
  const { chain } = deps
  const filling = newest?.purpose === 'gap_fill' ? newest : undefined
  const head = await chain.headNumber()
  const isFresh = filling !== undefined && !wasPassedBy(filling.signedBlock, head, chain.blockTimeMs, refillAfterMs)
  // A transaction that waits behind another nonce is not helped by paying more.
  if (isFresh || (filling !== undefined && (await chain.minedNonce(key.signer)) < key.nonce)) return filling?.hash
  const offer = await fillingOffer(chain, key, newest)
  if (offer === undefined) return filling?.hash
  const number = (newest?.number ?? -1) + 1
  const call = { to: key.signer, data: '0x' } as const
  const what = {
    call,
    gasLimit: transferGas,
    dataFee: 0n,
    offer,
    number,
    purpose: 'gap_fill',
    holders: 'none',
  } as const
  // Undefined when the nonce is closed, or another worker was first.
  return (await signAttempt({ attempts: deps.store }, chain, key, what))?.hash
}

/** @returns undefined at the fee cap, at the end of the signer's money, or below the base fee: nothing is signed then. */
async function fillingOffer(
  chain: TransactionChain,
  key: NonceKey,
  newest: Attempt | undefined,
): Promise<Fees | undefined> {
  const market = await chain.feeMarket()
  const balance = await chain.nativeBalance(key.signer)
  const within = (fees: Fees) => capped(payable(fees, transferGas, balance), chain.feeCaps.maxFeePerGas)
  const more = newest === undefined ? undefined : within(replacementFees(newest, market))
  const isMore = newest !== undefined && more !== undefined && isReplacement(newest, more)
  // At the cap the gap-filling transaction that was signed is sent again as it is.
  if (!isMore && newest?.purpose === 'gap_fill') return undefined
  // The earlier attempt had a higher fee. Nodes holding it will mine it; the others accept a market-rate replacement.
  const fees = isMore ? more : within(firstFees(market))
  return fees.maxFeePerGas < market.baseFeePerGas ? undefined : fees
}
