import type { Network, SettlementFailure } from '@tandem/contracts'
import { isSameAddress, type VaultView } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { type BroadcastErrorClass, classifyBroadcastError } from '../domain/broadcast-error.ts'
import { type FeeCaps, isReplacement, payable, whyTooDear } from '../domain/fee-cap.ts'
import { type Fees, firstFees, replacementFees } from '../domain/fees.ts'
import { gasMoneyOf } from '../domain/gas-money.ts'
import { isHedgeDue } from '../domain/hedge.ts'
import type { ClaimRefusal } from '../domain/safety.ts'
import { isChore, needsSecret, type Settlement, targetOf, type Work } from '../domain/settlement.ts'
import { finalStates } from '../domain/settlement-state.ts'
import { batchCallOf, callOf } from './call-of.ts'
import { findSettling } from './find-settling.ts'
import type { Gatherer } from './gather.ts'
import { type Chains, chainOf, judge } from './judge.ts'
import {
  type Attempt,
  type Call,
  type Clock,
  type HeldSlot,
  type History,
  isSameSlot,
  type OwnSlot,
  type Receipt,
  type RelayChain,
  RevertedError,
  type SettlementStore,
  type Slot,
  type Waiting,
} from './ports.ts'
import { visibilityOfSettlement } from './visibility-of.ts'

export interface StepDeps {
  store: SettlementStore
  chains: Chains
  network: Network
  /** Brings claims of one chain together that are ready at the same moment. */
  gather: Gatherer<Settlement>
  /** Never exceeded before the secret has left. */
  feeCaps: FeeCaps
  /** See `isHedgeDue`. */
  hedgeAfterMs: number | undefined
  observe: {
    moved(settlement: Settlement, reason: string): void
    lost(settlement: Settlement): void
    foreignNonce(slot: Slot): void
    hedged(settlement: Settlement, slot: Slot): void
    sent(
      settlement: Settlement,
      attempt: { hash: string; number: number },
      errorClass: BroadcastErrorClass | null,
    ): void
  }
  now: Clock
}

/** A transaction that is stored, and is what may be sent. */
interface Signed {
  hash: Hex
  number: number
  raw: Hex
}

/** A revert may be a race with another transaction; so many in a row are not. */
const mostReverts = 10
/** Blocks after which a transaction that was not mined is replaced by one that pays more. */
const replaceAfterBlocks = 3
const rebroadcastAfterMs = 10_000

/**
 * Takes one short step on a settlement, and says when to look again. Every step can be interrupted anywhere and taken
 * again, by this process or another: what is sent is stored first, and what is believed is read from the chain.
 */
export function makeStep(deps: StepDeps) {
  const { store, chains, network, observe } = deps
  /** Claims whose batch failed. What is wrong with one of them must not hold up the others again and again. */
  const loners = new Set<string>()

  return async function step(settlement: Settlement): Promise<void> {
    if (finalStates.includes(settlement.state)) return
    const chain = chainOf(chains, targetOf(settlement.work))
    switch (settlement.state) {
      case 'accepted':
      case 'slotted':
        return prepare(settlement, chain)
      case 'revealed':
        return pursue(settlement, chain)
      default:
        return settle(settlement, chain)
    }
  }

  /** Judges once more, takes a nonce, signs, stores, and sends. Nothing has left before. */
  async function prepare(settlement: Settlement, chain: RelayChain): Promise<void> {
    const ticket = canShare(settlement) && !loners.delete(settlement.id) ? deps.gather(chain.name) : undefined
    let gathered: Awaited<ReturnType<NonNullable<typeof ticket>['join']>> = { role: 'alone' }
    try {
      const verdict = await judge(settlement.work, deps)
      if (verdict.verdict === 'settled') return void (await supersede(settlement, chain))
      if (verdict.verdict === 'refuse') return await refuse(settlement, failureOf(verdict.code), verdict.reason)
      if (verdict.verdict === 'wait') return await defer(settlement, chain.blockTimeMs, verdict.reason)
      if (ticket !== undefined) gathered = await ticket.join(settlement)
    } finally {
      ticket?.leave()
    }
    if (gathered.role === 'carried') return
    if (gathered.role === 'alone') return prepareAlone(settlement, chain)
    const ids = gathered.group.map((one) => one.id)
    try {
      await prepareBatch(gathered.group, chain)
    } catch (error) {
      for (const one of ids) loners.add(one)
      await store.wake(ids)
      throw error
    }
  }

  /** Not now. Others wait behind a nonce that it may have, and nobody knows how long this takes. */
  async function defer(
    settlement: Settlement,
    delayMs: number,
    reason: string,
    options?: { isRevert?: boolean },
  ): Promise<void> {
    if (settlement.state === 'slotted') await store.leaveSlots(settlement)
    return store.postpone(settlement.id, delayMs, reason, options)
  }

  /** It was judged safe just now. */
  async function prepareAlone(settlement: Settlement, chain: RelayChain): Promise<void> {
    const call = await build(settlement)
    const fees = firstFees(await chain.feeMarket())
    // Enough to pay more later, too: what has begun must not stop half-way.
    const signer = await chooseSigner(chain, chain.signers, (balance) => gasMoneyOf(balance, fees) !== 'none')
    if (signer === undefined) return defer(settlement, 5000, 'no signer can pay for gas')
    const simulated = await simulate(chain, signer, call)
    if (simulated === undefined) {
      // Nobody waits for a chore, and what stops it (a paused token) may end: it is tried again, ever more slowly.
      if (isChore(settlement.work))
        return defer(settlement, choreRetryMs(settlement.reverts), 'the simulation reverts', { isRevert: true })
      if (settlement.reverts + 1 >= mostReverts) return refuse(settlement, 'REVERTED', 'the simulation keeps reverting')
      return defer(settlement, chain.blockTimeMs, 'the simulation reverts', { isRevert: true })
    }
    const tooDear = whyTooDear(fees, simulated, deps.feeCaps)
    if (tooDear !== undefined) return defer(settlement, chain.blockTimeMs * 2, tooDear)

    const taken = await takeOwnSlot(settlement, chain, signer)
    if (taken === undefined)
      return store.postpone(settlement.id, 0, 'another step, or a claim of its batch, has taken the nonce')
    const signed =
      taken.isFresh || (await store.attemptsOf(taken.slot)).length === 0
        ? await signFirst(chain, taken.slot, call, fees, simulated)
        : undefined
    const hash = signed?.hash ?? (await store.attemptsOf(taken.slot)).at(-1)?.hash
    if (hash === undefined) return store.postpone(settlement.id, 0, 'the nonce is of no more use')
    // The reveal: from this commit on the secret counts as public, whether or not the next line is reached.
    const waiting = { reason: 'waiting for the receipt', delayMs: passivePollMs }
    const revealed = await store.reveal(taken.settlement, hash, waiting)
    if (revealed === undefined) return
    observe.moved(revealed, 'broadcast_started')
    if (signed === undefined) return pursue(revealed, chain)
    await broadcastFirst(revealed, chain, taken.slot, signed)
  }

  /** A nonce for this settlement alone, which is `slotted` then. Nothing when somebody else is at it. */
  async function takeOwnSlot(
    settlement: Settlement,
    chain: RelayChain,
    address: Address,
  ): Promise<{ slot: HeldSlot; settlement: Settlement; isFresh: boolean } | undefined> {
    const signer = { chain: chain.name, address }
    const minedNonce = await chain.minedNonce(address)
    const first =
      settlement.state === 'accepted' ? await store.takeFirstSlot(settlement, signer, minedNonce) : undefined
    if (first !== undefined) {
      observe.moved(first.settlement, 'nonce_assigned')
      return { ...first, isFresh: true }
    }
    const held = await store.takeSlot(settlement, signer, minedNonce)
    if (held === undefined) return undefined
    // A batch that was signed and never left: the others were not judged again, so their secrets stay.
    const slot = held.members.length > 1 ? await store.keepAlone(held, settlement.id) : held
    if (slot === undefined) return undefined
    const slotted =
      settlement.state === 'slotted'
        ? settlement
        : await move(settlement, 'nonce_assigned', `nonce ${slot.nonce} of ${slot.signer}`)
    return slotted === undefined ? undefined : { slot, settlement: slotted, isFresh: false }
  }

  /** Claims that were judged safe just now leave together; those that the simulation leaves out go alone. */
  async function prepareBatch(group: readonly Settlement[], chain: RelayChain): Promise<void> {
    const fees = firstFees(await chain.feeMarket())
    const callFor = await batchBuilder(group)
    const { call, gasLimit } = callFor(group)
    const tooDear = whyTooDear(fees, gasLimit / BigInt(group.length), deps.feeCaps)
    if (tooDear !== undefined) return postponeAll(group, chain.blockTimeMs * 2, tooDear)
    const signer = await chooseSigner(chain, chain.signers, (balance) => balance > 2n * gasLimit * fees.maxFeePerGas)
    const paid = signer === undefined ? [] : await chain.simulateBatch(signer, call)
    const together = group.filter((_, index) => paid[index] === true)
    const shared =
      signer === undefined || together.length < 2
        ? undefined
        : await store.takeSharedSlot(together, { chain: chain.name, address: signer }, await chain.minedNonce(signer))
    const members = shared?.settlements ?? []
    if (shared !== undefined) {
      const batch = callFor(members)
      const signed = await signFirst(chain, shared.slot, batch.call, fees, batch.gasLimit)
      const revealed =
        signed === undefined
          ? undefined
          : await store.revealShared(shared.slot, members, signed.hash, {
              reason: `waiting for the receipt, ${members.length} together`,
              delayMs: passivePollMs,
            })
      for (const settlement of revealed ?? []) observe.moved(settlement, 'broadcast_started')
      if (signed !== undefined && revealed?.[0] !== undefined)
        await broadcastFirst(revealed[0], chain, shared.slot, signed)
      if (revealed === undefined) await postponeAll(members, passivePollMs, 'the nonce serves others now')
    }
    for (const settlement of group) {
      if (!members.some(({ id }) => id === settlement.id)) await prepareAlone(settlement, chain)
    }
  }

  /** Something left: looks for its receipt, sends it again, pays more, until one of them is mined. */
  async function pursue(settlement: Settlement, chain: RelayChain): Promise<void> {
    const history = await store.history(settlement.id)
    const { slots, all } = history
    const held = await Promise.all(
      slots.map(async (slot) => ({ slot, minedNonce: await chain.minedNonce(slot.signer) })),
    )
    const look = isNoneMined(held, all) ? nothingMined : await lookForReceipts(settlement, chain, all)
    const target = targetOf(settlement.work)
    const success = look.receipts.find((receipt) => hasSettled(receipt, target.vault))
    if (success !== undefined) return reap(settlement, chain, history, { success, counted: look.counted })

    const isDue = slots.length > 0 && isStuck(settlement, chain, slots)
    const vault = isDue ? await lookAtVault(settlement, chain) : 'open'
    if (vault === 'ended') return
    // What fails at one nonce must not hold up what is done at another.
    const isOver = vault === 'settling'
    const tended = await Promise.allSettled(held.map((one) => tend(settlement, chain, { ...one, isOver }, look)))
    const failure = tended.find((one) => one.status === 'rejected')
    const found = tended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const waits = found.filter((one) => one !== 'spent').sort((one, other) => one.delayMs - other.delayMs)
    if (!isOver && failure === undefined && waits[0] === undefined) return takeAnotherNonce(settlement, chain)
    const isHedged = isDue && !isOver && (await hedge(settlement, chain, slots))
    const next = isHedged ? { reason: 'another signer tries, too', delayMs: 0 } : waits[0]
    if (!isOver && next !== undefined) await store.postpone(settlement.id, next.delayMs, next.reason)
    if (failure !== undefined) throw failure.reason
  }

  async function lookForReceipts(settlement: Settlement, chain: RelayChain, all: readonly Attempt[]): Promise<Look> {
    // Read first: what is found after it in such a block cannot have been replaced between.
    const counted = await chain.countedBlock(targetOf(settlement.work))
    return { counted, receipts: await chain.receipts(all.map(({ hash }) => hash)) }
  }

  /** One of them did the work. */
  async function reap(
    settlement: Settlement,
    chain: RelayChain,
    history: History,
    { success, counted }: { success: Receipt; counted: bigint },
  ): Promise<void> {
    const blocksLeft = success.blockNumber - counted
    const mined = await move(settlement, 'receipt_found', `block ${success.blockNumber}`, {
      txHash: success.hash,
      minedBlock: success.blockNumber,
      minedBlockHash: success.blockHash,
      ...(blocksLeft > 0n ? { nextStepAt: new Date(deps.now() + untilCounted(chain, blocksLeft)) } : {}),
    })
    if (mined === undefined) return
    if (blocksLeft > 0n) await leaveOthers(mined, history)
    else await settle(mined, chain, history)
  }

  /**
   * Of one that is mined. Nobody sees to its transactions of other signers any more, and what comes after waits for them: they
   * are filled. Should a reorg take it back, the nonce that it keeps is enough to go on with.
   */
  async function leaveOthers(settlement: Settlement, { slots, all }: History): Promise<void> {
    const used = all.find(({ hash }) => hash === settlement.txHash)?.slot
    if (used !== undefined && slots.some((slot) => !isSameSlot(slot, used)))
      await store.leaveSlots(settlement, { but: used })
  }

  /** Does what is to be done for one nonce of a settlement at which nothing is mined that settled it. */
  async function tend(
    settlement: Settlement,
    chain: RelayChain,
    { slot, minedNonce, isOver }: Held & { isOver: boolean },
    { receipts, counted }: Look,
  ): Promise<Waiting | 'spent'> {
    const { attempts } = slot
    if (attempts.length === 0) return resign(settlement, chain, slot)
    if (minedNonce <= slot.nonce) {
      const isNext = minedNonce === slot.nonce
      // One of a batch sees to its transactions.
      if (slot.isFirst) await push(settlement, chain, slot, { isNext, isOver })
      return { reason: 'waiting for the receipt', delayMs: slot.isFirst && isNext ? pollMs(chain) : passivePollMs }
    }
    // A transaction that reverted, or a batch that went through without this claim.
    const spent = receipts.find(({ hash }) => attempts.some((attempt) => attempt.hash === hash))
    if (spent !== undefined) {
      // Only at depth is the nonce spent for good: a reorg before would leave it empty, and every later one waiting.
      if (spent.blockNumber > counted) return { reason: 'a revert waits for depth', delayMs: pollMs(chain) }
      await store.closeSlot(slot, spent.hash, spent.isSuccess ? 'mined' : 'reverted')
      return 'spent'
    }
    // The nonce is used, and by none of ours. A reorg may have taken ours out of the block that counted it, and only at
    // depth is that told from another's transaction. The receipt may also be late: ask once more before giving up.
    if ((await chain.settledNonce(slot.signer)) <= slot.nonce)
      return { reason: 'a nonce that is used waits for depth', delayMs: pollMs(chain) }
    const again = await chain.receipts(attempts.map(({ hash }) => hash))
    if (again.length > 0) return { reason: 'a receipt appeared', delayMs: 0 }
    observe.foreignNonce(slot)
    await store.closeSlot(slot, attempts[0]?.hash ?? '0x', 'dropped')
    return 'spent'
  }

  /**
   * Sends what was not sent, sends again what was forgotten, and replaces what pays too little.
   *
   * @param o.isNext whether every nonce before is mined: what waits behind another one is not helped by paying more.
   * @param o.isOver whether somebody else has settled the vault, as far as the latest block says: not worth more, then.
   */
  async function push(
    settlement: Settlement,
    chain: RelayChain,
    slot: OwnSlot,
    { isNext, isOver }: { isNext: boolean; isOver: boolean },
  ): Promise<void> {
    const newest = slot.attempts.at(-1)
    if (newest === undefined) return
    const now = deps.now()
    const sentAt = newest.lastBroadcastAt?.getTime()
    let errorClass: BroadcastErrorClass | null = null
    if (sentAt === undefined || now - sentAt >= Math.max(rebroadcastAfterMs, 2 * chain.blockTimeMs)) {
      errorClass = await broadcast(settlement, chain, newest)
    }
    const isOverdue =
      isNext &&
      newest.broadcastStartedAt !== null &&
      now - newest.createdAt.getTime() >= Math.max(4000, replaceAfterBlocks * chain.blockTimeMs)
    if (!isOver && (isOverdue || paysTooLittle(errorClass))) await replace(settlement, chain, slot, newest)
  }

  /** Signs the same again, for more, and sends it. */
  async function replace(settlement: Settlement, chain: RelayChain, slot: Slot, newest: Attempt): Promise<void> {
    const fees = replacementFees(newest, await chain.feeMarket())
    const rebuilt = await rebuild(settlement, slot, newest.gasLimit)
    if (rebuilt === undefined) return
    const { call, gasLimit } = rebuilt
    const offer = await payableOffer(chain, slot.signer, fees, gasLimit)
    // At the end of the signer's money: what was sent is sent again as it is.
    if (!isReplacement(newest, offer)) return
    const next = { number: newest.number + 1, holders: 'any' } as const
    const signed = await signAttempt(chain, slot, next, call, offer, gasLimit)
    if (signed !== undefined) await broadcast(settlement, chain, signed)
  }

  /** Sends what was signed just now. The chain's count of used nonces wakes whom it serves. */
  async function broadcastFirst(settlement: Settlement, chain: RelayChain, slot: Slot, signed: Signed): Promise<void> {
    const errorClass = await broadcast(settlement, chain, signed, { isMarked: true })
    const newest = paysTooLittle(errorClass) ? (await store.attemptsOf(slot)).at(-1) : undefined
    if (newest !== undefined) await replace(settlement, chain, slot, newest)
  }

  async function broadcast(
    settlement: Settlement,
    chain: RelayChain,
    attempt: { hash: Hex; number: number; raw?: Hex },
    { isMarked = false } = {},
  ): Promise<BroadcastErrorClass | null> {
    // Thrown away meanwhile, by whoever ended the settlement: what is not stored does not leave.
    if (!isMarked && !(await store.markBroadcast(attempt.hash))) return null
    const visibility = await visibilityOfSettlement(settlement, chain, deps.now())
    const { provider, message } = await chain.send(attempt.raw ?? (await store.openRaw(attempt.hash)), visibility)
    const errorClass = message === null ? null : classifyBroadcastError(message)
    await store.markSent(attempt.hash, { provider, errorClass })
    observe.sent(settlement, attempt, errorClass)
    return errorClass
  }

  /** A nonce was taken, and nothing was signed for it: the process ended, or the key was out of reach. */
  async function resign(settlement: Settlement, chain: RelayChain, slot: Slot): Promise<Waiting | 'spent'> {
    const call = await build(settlement)
    const gas = await simulate(chain, slot.signer, call)
    if (gas === undefined) {
      // Nobody knows for how long, and others wait behind it.
      await store.leaveSlots(settlement, { only: slot })
      return 'spent'
    }
    const offer = await payableOffer(chain, slot.signer, firstFees(await chain.feeMarket()), gas)
    const signed = await signFirst(chain, { ...slot, members: [settlement.id] }, call, offer, gas)
    return { reason: 'signed again', delayMs: signed === undefined ? pollMs(chain) : 0 }
  }

  /** The nonce is spent and the work is not done, or somebody else did it. */
  async function takeAnotherNonce(settlement: Settlement, chain: RelayChain): Promise<void> {
    if ((await lookAtVault(settlement, chain)) !== 'open') return
    const signer = await chooseSigner(chain, chain.signers, (balance) => balance > 0n)
    if (signer === undefined) return store.postpone(settlement.id, 5000, 'no signer can pay for gas')
    const call = await build(settlement)
    const gas = await simulate(chain, signer, call)
    if (gas === undefined)
      return store.postpone(settlement.id, chain.blockTimeMs, 'the simulation reverts', { isRevert: true })
    const slot = await takeAndSign(settlement, chain, { signer, call, gas, beside: [] })
    if (slot !== undefined) await store.postpone(settlement.id, 0, 'a new nonce')
  }

  /** Whether another signer should try what is revealed, because those that have do not get on. */
  function isStuck({ work, revealedAt, updatedAt }: Settlement, chain: RelayChain, slots: readonly OwnSlot[]): boolean {
    if (!needsSecret(work) || revealedAt === null) return false
    const tried = slots.flatMap(({ attempts }) => attempts)
    const begun = slots.flatMap(({ attempts }) => attempts[0]?.createdAt.getTime() ?? [])
    return isHedgeDue({
      revealedAt: revealedAt.getTime(),
      // A reorg takes it back here: then it has just begun, too.
      triedSince: Math.max(updatedAt.getTime(), ...begun),
      canPay: tried.some(({ errorClass }) => errorClass !== 'insufficient_funds'),
      cancelAfter: targetOf(work).terms.cancelAfter,
      nowMs: deps.now(),
      blockTimeMs: chain.blockTimeMs,
      hedgeAfterMs: deps.hedgeAfterMs,
    })
  }

  /**
   * Another signer tries the same beside those that do not get on. Nothing of theirs is given up: the vault pays once,
   * whichever is mined first.
   *
   * @returns whether there is something to be sent.
   */
  async function hedge(settlement: Settlement, chain: RelayChain, slots: readonly OwnSlot[]): Promise<boolean> {
    const others = chain.signers.filter((address) => !slots.some(({ signer }) => isSameAddress(signer, address)))
    const signer = await chooseSigner(chain, others, (balance) => balance > 0n)
    if (signer === undefined || deps.now() >= targetOf(settlement.work).terms.cancelAfter * 1_000) return false
    const call = await build(settlement)
    const gas = await simulate(chain, signer, call)
    if (gas === undefined) return false
    const { maxFeePerGas } = firstFees(await chain.feeMarket())
    if ((await chain.nativeBalance(signer)) < gas * maxFeePerGas) return false
    return (await takeAndSign(settlement, chain, { signer, call, gas, beside: slots })) !== undefined
  }

  /** @returns the nonce, or nothing when somebody else moved the settlement. */
  async function takeAndSign(
    settlement: Settlement,
    chain: RelayChain,
    { signer, call, gas, beside }: { signer: Address; call: Call; gas: bigint; beside: readonly Slot[] },
  ): Promise<Slot | undefined> {
    const minedNonce = await chain.minedNonce(signer)
    const slot = await store.takeSlot(settlement, { chain: chain.name, address: signer }, minedNonce, beside)
    if (slot === undefined) return undefined
    if ((await store.attemptsOf(slot)).length > 0) return slot
    if (beside.length > 0) observe.hedged(settlement, slot)
    const offer = await payableOffer(chain, slot.signer, firstFees(await chain.feeMarket()), gas)
    await signFirst(chain, slot, call, offer, gas)
    return slot
  }

  /**
   * @returns whether the vault ended the settlement. When it is settled, and a reorg may still take that back, it is
   *   looked at again later.
   */
  async function lookAtVault(settlement: Settlement, chain: RelayChain): Promise<'open' | 'settling' | 'ended'> {
    const { latest, atDepth } = await chain.readVault(targetOf(settlement.work))
    if (isDoneBy(settlement.work, latest.state)) return supersede(settlement, chain)
    if (latest.state !== 'cancelled') return 'open'
    if (atDepth.state !== 'cancelled') {
      await store.postpone(settlement.id, pollMs(chain), 'the vault was cancelled; waits for depth')
      return 'settling'
    }
    const lost = await move(settlement, 'too_late_after_reveal', 'the vault was cancelled', { errorCode: 'LOST' })
    if (lost !== undefined) observe.lost(lost)
    return 'ended'
  }

  /** Mined: waits for depth, and for the block to stay. `known`: what was read of it in this step. */
  async function settle(settlement: Settlement, chain: RelayChain, known?: History): Promise<void> {
    const { minedBlock, minedBlockHash } = settlement
    if (minedBlock === null) return
    const counted = await chain.countedBlock(targetOf(settlement.work))
    const hash = await chain.blockHash(minedBlock)
    if (hash !== undefined && hash !== minedBlockHash) {
      // A reorg. The transaction may stand in another block, or be gone: the receipts say, and it is sent again.
      const revealed = await move(settlement, 'reorged', `block ${minedBlock} was replaced`, {
        txHash: null,
        minedBlock: null,
        minedBlockHash: null,
      })
      const { slots } = await store.history(settlement.id)
      const newest = slots.flatMap(({ attempts }) => attempts.at(-1) ?? [])
      // Nodes forget what a reorg took out of a block.
      if (revealed !== undefined) await Promise.all(newest.map((one) => broadcast(revealed, chain, one)))
      return store.postpone(settlement.id, 0, 'reorg')
    }
    const history = known ?? (await store.history(settlement.id))
    if (hash === undefined || minedBlock > counted) {
      await leaveOthers(settlement, history)
      const reason = `block ${minedBlock} of ${counted}`
      return store.postpone(settlement.id, untilCounted(chain, minedBlock - counted), reason)
    }
    // None when an older nonce did the work after all: to end it leaves those that it has.
    const slot = history.slots.find(({ attempts }) => attempts.some(({ hash: one }) => one === settlement.txHash))
    const confirmed = await store.confirm(settlement, slot, `block ${minedBlock} counts`)
    if (confirmed !== undefined) observe.moved(confirmed, 'depth_reached')
  }

  async function supersede(settlement: Settlement, chain: RelayChain): Promise<'settling' | 'ended'> {
    const wait = async (delayMs: number, reason: string) => {
      await store.postpone(settlement.id, delayMs, reason)
      return 'settling' as const
    }
    const settling = await findSettling(chain, targetOf(settlement.work), settlement.work.kind)
    if (settling === undefined) return wait(pollMs(chain), 'the vault is settled; its event is not found yet')
    const { hash: txHash, blocksLeft } = settling
    // Until then a reorg may take it back, and the secret is needed again.
    if (blocksLeft > 0n) return wait(untilCounted(chain, blocksLeft), 'settled by another; waits for depth')
    const { all } = await store.history(settlement.id)
    // Our own transaction, whose receipt comes later than its effect.
    if (all.some(({ hash }) => hash === txHash)) return wait(pollMs(chain), 'waiting for the receipt')
    await move(settlement, 'settled_by_other', `settled in ${txHash}`, { txHash })
    return 'ended'
  }

  async function refuse(settlement: Settlement, errorCode: SettlementFailure, reason: string): Promise<void> {
    await move(settlement, 'refused', reason, { errorCode })
  }

  async function postponeAll(settlements: readonly Settlement[], delayMs: number, reason: string): Promise<void> {
    await Promise.all(settlements.map(({ id }) => store.postpone(id, delayMs, reason)))
  }

  function registryOf({ work }: Settlement): Address {
    const { chain } = targetOf(work)
    return network.chains.find((one) => one.chain === chain)?.registry_address as Address
  }

  async function build(settlement: Settlement): Promise<Call> {
    const secret = needsSecret(settlement.work) ? await store.openSecret(settlement.id) : undefined
    return callOf(settlement, registryOf(settlement), secret)
  }

  /** Opens their secrets once. @returns builds the transaction for some of them. */
  async function batchBuilder(
    group: readonly Settlement[],
  ): Promise<(some: readonly Settlement[]) => { call: Call; gasLimit: bigint }> {
    const [first] = group
    if (first === undefined) throw new Error('a batch has at least one claim')
    const claims = new Map(
      await Promise.all(
        group.map(async ({ id, work }) => {
          return [id, { vault: targetOf(work).vault, secret: await store.openSecret(id) }] as const
        }),
      ),
    )
    const claimOf = ({ id }: Settlement) => {
      const claim = claims.get(id)
      if (claim === undefined) throw new Error('the claim is not of this group')
      return claim
    }
    return (some) => batchCallOf(some.map(claimOf), registryOf(first))
  }

  /**
   * What replaces a transaction: the claims of its nonce that still wait for it. All of them are revealed.
   *
   * @returns nothing when the nonce does not serve this settlement any more.
   */
  async function rebuild(
    settlement: Settlement,
    slot: Slot,
    gasLimit: bigint,
  ): Promise<{ call: Call; gasLimit: bigint } | undefined> {
    const ids = await store.membersOf(slot)
    if (!ids.includes(settlement.id)) return undefined
    const found = await Promise.all(ids.map((id) => store.find(id)))
    const members = found.filter((member) => member?.state === 'revealed') as Settlement[]
    return members.length > 1 ? (await batchBuilder(members))(members) : { call: await build(settlement), gasLimit }
  }

  /** Before the reveal, what is stored must hold the secrets of those alone that are about to be revealed. */
  function signFirst(
    chain: RelayChain,
    slot: HeldSlot,
    call: Call,
    offer: Fees,
    gasLimit: bigint,
  ): Promise<Signed | undefined> {
    return signAttempt(chain, slot, { number: 0, holders: slot.members }, call, offer, gasLimit)
  }

  async function signAttempt(
    chain: RelayChain,
    slot: Slot,
    { number, holders }: { number: number; holders: readonly string[] | 'any' },
    call: Call,
    offer: Fees,
    gasLimit: bigint,
  ): Promise<Signed | undefined> {
    const { raw, hash } = await chain.sign(slot, { ...call, ...offer, gasLimit })
    const isStored = await store.saveAttempt(slot, { hash, number, gasLimit, raw, ...offer }, holders)
    return isStored ? { hash, number, raw } : undefined
  }

  /** What has begun is pursued at any price that the signer can pay. */
  async function payableOffer(chain: RelayChain, signer: Address, fees: Fees, gasLimit: bigint): Promise<Fees> {
    return payable(fees, gasLimit, await chain.nativeBalance(signer))
  }

  async function move(...args: Parameters<SettlementStore['advance']>): Promise<Settlement | undefined> {
    const moved = await store.advance(...args)
    if (moved !== undefined) observe.moved(moved, args[2])
    return moved
  }

  /** The signer with the most gas money, so that several share the work. */
  async function chooseSigner(
    chain: RelayChain,
    some: readonly Address[],
    canPay: (balance: bigint) => boolean,
  ): Promise<Address | undefined> {
    const balances = await Promise.all(
      some.map(async (address) => ({ address, balance: await chain.nativeBalance(address) })),
    )
    return balances.filter(({ balance }) => canPay(balance)).sort((a, b) => (a.balance < b.balance ? 1 : -1))[0]
      ?.address
  }
}

/** A quarter on top of what the simulation used: state may change before it is mined. Nothing when it reverts. */
async function simulate(chain: RelayChain, signer: Address, call: Call): Promise<bigint | undefined> {
  try {
    return ((await chain.estimateGas(signer, call)) * 5n) / 4n
  } catch (error) {
    if (error instanceof RevertedError) return undefined
    throw error
  }
}

/** What was found of what was sent. */
interface Look {
  receipts: readonly Receipt[]
  /** The highest block whose facts count. */
  counted: bigint
}
const nothingMined: Look = { receipts: [], counted: 0n }

/** A nonce that serves the settlement, and how many of its signer's the latest block counts as used. */
interface Held {
  slot: OwnSlot
  minedNonce: bigint
}

/** Whether nothing can have been mined of what was sent: then there is no receipt to ask for. */
const isNoneMined = (held: readonly Held[], all: readonly Attempt[]): boolean =>
  held.every(({ slot, minedNonce }) => minedNonce <= slot.nonce) &&
  all.every((attempt) => held.some(({ slot }) => isSameSlot(slot, attempt.slot)))

/** Whether the vault, in this state, leaves nothing to do. */
function isDoneBy(work: Work, state: VaultView['state']): boolean {
  if (isChore(work) && work.chore === 'cancel') return state === 'cancelled' || state === 'claimed'
  return needsSecret(work) ? state === 'claimed' : state !== 'missing'
}

/** From four seconds to half an hour. */
const choreRetryMs = (reverts: number) => Math.min(1_800_000, 4_000 * 2 ** Math.min(reverts, 10))

/** A plain claim that nothing was signed for yet. */
const canShare = ({ state, work }: Settlement): boolean =>
  state === 'accepted' && work.kind === 'claim' && work.hop === null

/** Whether this transaction did what was to be done: a batch may go through without one of its claims. */
const hasSettled = ({ isSuccess, vaults }: Receipt, vault: Address): boolean =>
  isSuccess && vaults.some((one) => isSameAddress(one, vault))

/** What others go before, or see to, looks for itself only now and then. */
const passivePollMs = 4_000

const paysTooLittle = (errorClass: BroadcastErrorClass | null) =>
  errorClass === 'underpriced' || errorClass === 'fee_below_base'

/** Until so many blocks more have come; no longer than a reorg may go unnoticed. */
const untilCounted = (chain: RelayChain, blocks: bigint) =>
  Math.min(10_000, Math.max(pollMs(chain), Number(blocks) * chain.blockTimeMs))

const pollMs = (chain: RelayChain) => Math.min(4000, Math.max(100, chain.blockTimeMs / 2))

function failureOf(code: ClaimRefusal): SettlementFailure {
  if (code === 'TOO_LATE') return 'EXPIRED'
  return code === 'VAULT_MISMATCH' || code === 'CANCELLED' ? code : 'HOP_INVALID'
}
