import type { Hex } from 'viem'
import { firstFees, replacementFees } from '../domain/fees.ts'
import type { Attempt, Clock, RelayChain, SettlementStore, Slot } from './ports.ts'

/** The gas of a plain transfer; no settlement uses so little, so it also tells the filling from what it replaces. */
const transferGas = 21_000n
const refillAfterMs = 30_000

/**
 * Fills nonces that nobody wants any more with a transfer of nothing to oneself. An empty nonce would hold up every
 * later one of its signer for ever.
 */
export function makeFillAbandonedNonces({
  store,
  chain,
  foreignNonce,
  now,
}: {
  store: SettlementStore
  chain: RelayChain
  /** Told of one that a transaction used which is not ours. */
  foreignNonce: (slot: Slot) => void
  now: Clock
}) {
  return async (): Promise<void> => {
    for (const slot of await store.abandonedSlots(chain.name)) await fill(slot)
  }

  async function fill(slot: Slot): Promise<void> {
    const attempts = await store.attemptsOf(slot)
    const counted = await chain.countedBlock({})
    // Before the receipts: what used it so deep has left one, if it is ours.
    const isUsed = (await chain.settledNonce(slot.signer)) > slot.nonce
    const [receipt] = await chain.receipts(attempts.map(({ hash }) => hash))
    if (receipt !== undefined) {
      // Only at depth is the nonce used for good: a reorg before would leave it empty again.
      if (receipt.blockNumber > counted) return
      return store.closeSlot(slot, receipt.hash, receipt.isSuccess ? 'mined' : 'reverted')
    }
    const newest = attempts.at(-1)
    if (isUsed) {
      foreignNonce(slot)
      return store.closeSlot(slot, newest?.hash ?? '0x', 'dropped')
    }
    const isFilled = newest?.gasLimit === transferGas && now() - newest.createdAt.getTime() < refillAfterMs
    // Nothing but what fills it: what was signed for it before may hold a secret that was never revealed.
    const hash = isFilled ? newest.hash : await signTransfer(slot, newest)
    if (hash === undefined || !(await store.markBroadcast(hash))) return
    const { provider } = await chain.send(await store.openRaw(hash), 'public')
    await store.markSent(hash, { provider, errorClass: null })
  }

  /** @returns nothing when it was not stored: the nonce is closed, or another worker was first. */
  async function signTransfer(slot: Slot, previous: Attempt | undefined): Promise<Hex | undefined> {
    const market = await chain.feeMarket()
    const fees = previous === undefined ? firstFees(market) : replacementFees(previous, market)
    const signed = await chain.sign(slot, { to: slot.signer, data: '0x', ...fees, gasLimit: transferGas })
    const number = (previous?.number ?? -1) + 1
    const isStored = await store.saveAttempt(slot, { ...signed, ...fees, number, gasLimit: transferGas }, 'nobody')
    return isStored ? signed.hash : undefined
  }
}
