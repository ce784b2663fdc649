import { capped, classifyBroadcastError, firstFees, nextOffer } from '@tandem/chain/sending'
import type { Hex } from 'viem'
import { isAnyPast } from './domain/nonce-counts.ts'
import { findReceipts, nextAt, nothingMined } from './next-at.ts'
import type { Attempt, Clock, NonceKey, Outbox, TransactionChain } from './ports.ts'
import { pastOffer } from './replace.ts'
import { payablePrice, signAttempt } from './sign.ts'

/** Before a better offer. */
const patienceMs = 30_000
const transferGas = 21_000n

export interface GapStore extends Outbox {
  /** The lowest of each signer. */
  abandonedNonces(chain: string): Promise<NonceKey[]>
  closeNonce(key: NonceKey, hash: Hex, outcome: 'mined' | 'reverted' | 'dropped'): Promise<void>
}

export interface FillDeps {
  store: GapStore
  chain: TransactionChain
  foreignNonce: (key: NonceKey) => void
  /** It holds up no other signer's. */
  onError: (error: unknown) => void
  now: Clock
}

/** By a transfer of zero to oneself. An empty nonce would hold up every later one of its signer for ever. */
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
  // Earlier bytes may be confidential and never broadcast.
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
        // Without fees or a balance there is no better offer: what fills the gap already goes out again.
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

/** A transaction that was seen mined is ours without a receipt; otherwise it was another's. */
function closeUsed({ store, foreignNonce }: FillDeps, key: NonceKey, attempts: readonly Attempt[]): Promise<void> {
  const seen = attempts.find(({ outcome }) => outcome !== null)
  if (seen === undefined) foreignNonce(key)
  return store.closeNonce(key, seen?.hash ?? attempts.at(-1)?.hash ?? '0x', seen?.outcome ?? 'dropped')
}

/**
 * Offers no more than an unrevealed request.
 * @returns undefined where no offer is worth making, or another worker was first.
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
  // A call may lie in pools at a higher offer; nodes without it take this one.
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
