import type { Hex } from 'viem'
import { type FeeCaps, isReplacement, payable } from '../domain/fee-cap.ts'
import { capped, type Fees, firstFees, replacementFees } from '../domain/fees.ts'
import { transferGas } from '../domain/filling.ts'
import { wasPassedBy } from '../domain/replacement.ts'
import type { Attempt, RelayChain, SettlementStore, Slot } from './ports.ts'

const refillAfterMs = 30_000

/**
 * Fills nonces that nobody wants any more with a transfer of nothing to oneself. An empty nonce would hold up every
 * later one of its signer for ever.
 */
export function makeFillAbandonedNonces({
  store,
  chain,
  foreignNonce,
  onError,
  feeCaps,
}: {
  store: SettlementStore
  chain: RelayChain
  /** Told of one that a transaction used which is not ours. */
  foreignNonce: (slot: Slot) => void
  /** One that cannot be filled holds up no other signer's. */
  onError: (error: unknown) => void
  feeCaps: Pick<FeeCaps, 'maxFeePerGas'>
}) {
  return async (): Promise<void> => {
    for (const slot of await store.abandonedSlots(chain.name)) await fill(slot).catch(onError)
  }

  async function fill(slot: Slot): Promise<void> {
    const attempts = await store.attemptsOf(slot)
    const counted = await chain.countedBlock({})
    // Before the receipts: what used it so deep has left one, if it is ours.
    // While too few endpoints answer, it is filled all the same: what comes too late is refused.
    const isUsed = (await chain.settledNonce(slot.signer).catch(() => 0n)) > slot.nonce
    const lookForReceipt = async () => (await chain.receipts(attempts.map(({ hash }) => hash)))[0]
    const receipt = await lookForReceipt()
    if (receipt !== undefined) {
      // Only at depth is the nonce used for good: a reorg before would leave it empty again.
      if (receipt.blockNumber > counted) return
      return store.closeSlot(slot, receipt.hash, receipt.isSuccess ? 'mined' : 'reverted')
    }
    const newest = attempts.at(-1)
    if (isUsed) {
      // Another endpoint may have said so. And what was seen mined is too old for a receipt, or gone.
      if ((await lookForReceipt()) !== undefined) return
      const seen = attempts.find(({ outcome }) => outcome !== null)
      if (seen === undefined) foreignNonce(slot)
      return store.closeSlot(slot, seen?.hash ?? newest?.hash ?? '0x', seen?.outcome ?? 'dropped')
    }
    // Nothing but what fills it: what was signed for it before may hold a secret that was never revealed.
    const hash = await hashToSend(slot, newest)
    if (hash === undefined || !(await store.markBroadcast(hash))) return
    const { provider } = await chain.send(await store.openRaw(hash), 'public')
    await store.markSent(hash, { provider, errorClass: null })
  }

  /**
   * What fills the nonce: what was signed to do so, or something that pays more once that has not been mined for long. Nobody
   * waits for it at any price: it never offers more than a claim does before its reveal.
   */
  async function hashToSend(slot: Slot, newest: Attempt | undefined): Promise<Hex | undefined> {
    const filling = newest?.gasLimit === transferGas ? newest : undefined
    const head = await chain.headNumber()
    const isFresh = filling !== undefined && !wasPassedBy(filling.signedBlock, head, chain.blockTimeMs, refillAfterMs)
    // What waits behind another nonce is not helped by paying more.
    if (isFresh || (filling !== undefined && (await chain.minedNonce(slot.signer)) < slot.nonce)) return filling?.hash
    const market = await chain.feeMarket()
    const balance = await chain.nativeBalance(slot.signer)
    const offer = (fees: Fees) => capped(payable(fees, transferGas, balance), feeCaps.maxFeePerGas)
    const more = newest === undefined ? undefined : offer(replacementFees(newest, market))
    const isMore = newest !== undefined && more !== undefined && isReplacement(newest, more)
    // At the cap, or the end of the signer's money: what was signed is sent again as it is.
    if (!isMore && filling !== undefined) return filling.hash
    // What pays more than that was a claim. Nodes that have it mine it, and those that do not take whatever pays the market.
    const fees = isMore ? more : offer(firstFees(market))
    if (fees.maxFeePerGas < market.baseFeePerGas) return filling?.hash
    const signed = await chain.sign(slot, { to: slot.signer, data: '0x', ...fees, gasLimit: transferGas })
    const number = (newest?.number ?? -1) + 1
    const isStored = await store.saveAttempt(
      slot,
      { ...signed, ...fees, number, gasLimit: transferGas, signedBlock: head },
      'nobody',
    )
    // Otherwise the nonce is closed, or another worker was first.
    return isStored ? signed.hash : undefined
  }
}
