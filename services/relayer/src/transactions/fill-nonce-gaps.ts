import { capped, classifyBroadcastError, firstFees, nextOffer } from '@tandem/chain/sending'
import type { Hex } from 'viem'
import { isAnyPast } from './domain/nonce-counts.ts'
import { findReceipts, nextAt, nothingMined } from './next-at.ts'
import type { Attempt, Clock, NonceKey, Outbox, TransactionChain } from './ports.ts'
import { pastOffer } from './replace.ts'
import { payablePrice, signAttempt } from './sign.ts'

/** Milliseconds until a gap-filling transaction that is not mined is replaced with higher fees. */
const patienceMs = 30_000
const transferGas = 21_000n

export interface GapStore extends Outbox {
  /** The lowest abandoned nonces of each signer. */
  abandonedNonces(chain: string): Promise<NonceKey[]>
  closeNonce(key: NonceKey, hash: Hex, outcome: 'mined' | 'reverted' | 'dropped'): Promise<void>
}

export interface FillDeps {
  store: GapStore
  chain: TransactionChain
  foreignNonce: (key: NonceKey) => void
  /** Called when a nonce could not be filled. The others are filled all the same. */
  onError: (error: unknown) => void
  now: Clock
}

/**
 * Fills abandoned nonces by a transfer of zero to the signer itself. An unused nonce would hold back every later one of its
 * signer for ever.
 */
export function makeFillNonceGaps(deps: FillDeps) {
  return async (): Promise<void> => {
    for (const key of await deps.store.abandonedNonces(deps.chain.name)) await fill(deps, key).catch(deps.onError)
  }
}

async function fill(deps: FillDeps, key: NonceKey): Promise<void> {
  const { store, chain, onError } = deps
  const unread = (error: unknown) => void onError(error)
  const [attempts, counts = []] = await Promise.all([
    store.attemptsOf(key),
    chain.nonceCounts(key.signer).catch(unread),
  ])
  const newest = attempts.at(-1)
  // Only a gap-filling transaction may be sent. The request's own bytes may be confidential, and may never have been broadcast.
  const filling = newest?.purpose === 'gap_fill' ? newest : undefined
  const found = isAnyPast(counts, key.nonce) ? await findReceipts(chain, {}, attempts).catch(unread) : undefined
  const seen = found ?? nothingMined
  const next = await nextAt(chain, key, { counts, attempts, newest: filling, seen, nowMs: deps.now(), patienceMs })
  switch (next.type) {
    case 'mined':
      return store.closeNonce(key, next.receipt.hash, next.receipt.isSuccess ? 'mined' : 'reverted')
    case 'lost':
      return closeUsed(deps, key, attempts)
    case 'send':
      return send(deps, filling?.hash)
    case 'sign':
    case 'replace': {
      const isStandingDue = next.type === 'replace' && next.isSendDue
      const better = await signFilling(deps, key, attempts).catch(async (error) => {
        // Without fees or a balance nothing better can be signed, so the gap-filling transaction that exists is sent again.
        await send(deps, filling?.hash)
        throw error
      })
      return send(deps, better ?? (isStandingDue ? filling?.hash : undefined))
    }
  }
}

async function send({ store, chain }: FillDeps, hash: Hex | undefined): Promise<void> {
  if (hash === undefined || !(await store.markBroadcastStarted(hash))) return
  const { provider, message } = await chain.send(await store.openRaw(hash), 'public')
  const errorClass = message === null ? null : classifyBroadcastError(message)
  await store.recordBroadcastResult(hash, { provider, errorClass })
}

/**
 * Closes a nonce that the chain has used. A transaction that was once seen mined is ours, even without a receipt; otherwise the
 * transaction was another's.
 */
function closeUsed({ store, foreignNonce }: FillDeps, key: NonceKey, attempts: readonly Attempt[]): Promise<void> {
  const seen = attempts.find(({ outcome }) => outcome !== null)
  if (seen === undefined) foreignNonce(key)
  return store.closeNonce(key, seen?.hash ?? attempts.at(-1)?.hash ?? '0x', seen?.outcome ?? 'dropped')
}

/**
 * Signs a gap-filling transaction, which pays no more per gas than a request before its reveal.
 * @returns undefined where no fees are worth offering, or another worker was first.
 */
async function signFilling(
  { store, chain }: FillDeps,
  key: NonceKey,
  attempts: readonly Attempt[],
): Promise<Hex | undefined> {
  const newest = attempts.at(-1)
  const gas = { gasLimit: transferGas, dataFee: 0n }
  const [market, price] = await Promise.all([
    chain.feeMarket(),
    payablePrice(chain, key.signer, gas, chain.feeCaps.maxFeePerGas),
  ])
  const fillings = attempts.filter(({ purpose }) => purpose === 'gap_fill')
  const past = (fillings.length > 0 ? fillings : attempts).map(pastOffer)
  const next = nextOffer(past, market, { price, multiple: chain.feeCaps.maxMarketMultiple })
  // The request's own call may lie in mempools at higher fees; nodes without it take this transaction.
  const first = fillings.length > 0 ? undefined : capped(firstFees(market), price)
  const offer = next?.type === 'new' ? next.fees : first
  if (offer === undefined || offer.maxFeePerGas < market.baseFeePerGas) return undefined
  const call = { to: key.signer, data: '0x' } as const
  const what = {
    ...gas,
    call,
    offer,
    number: (newest?.number ?? -1) + 1,
    purpose: 'gap_fill',
    holders: 'none',
  } as const
  return (await signAttempt({ attempts: store }, chain, key, what))?.hash
}
