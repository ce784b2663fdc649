import { isSameAddress } from '@tandem/escrow'
import type { Address } from 'viem'
import type { BroadcastErrorClass } from '../domain/broadcast-error.ts'
import { reserveOf } from '../domain/eligible-signer.ts'
import { withinCaps } from '../domain/fee-cap.ts'
import { firstFees } from '../domain/fees.ts'
import { gasLimitOf } from '../domain/gas-limits.ts'
import { isHedgeDue } from '../domain/hedge.ts'
import { agreedCount, isAnyPast, isNext, type NonceCounts } from '../domain/nonce-counts.ts'
import { mostPaidReverts, paidReverts } from '../domain/paid-reverts.ts'
import { wasPassedBy } from '../domain/replacement.ts'
import { needsSecret, type Settlement, targetOf } from '../domain/settlement.ts'
import type { ChooseSigner } from './choose-signer.ts'
import type { Ending } from './end-settlement.ts'
import type { KnownSigners } from './known-signers.ts'
import { passivePollMs, pollMs, untilCounted } from './pace.ts'
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
  type SettlementStore,
  type Slot,
  type Waiting,
} from './ports.ts'
import { noSignerMs, paysTooLittle, type Sender, withDataCost, wouldSucceed } from './send-transaction.ts'

export interface PursueDeps {
  store: SettlementStore
  knownSigners: KnownSigners
  chooseSigner: ChooseSigner
  /** See `isHedgeDue`. */
  hedgeAfterMs: number | undefined
  observe: {
    moved(settlement: Settlement, reason: string): void
    foreignNonce(slot: Slot): void
    hedged(settlement: Settlement, slot: Slot): void
    waitsForUser(settlement: Settlement): void
  }
  now: Clock
}

const rebroadcastAfterMs = 10_000
/** Poll interval for the vault of a claim that the relayer pays no more transactions for. */
const waitsForUserMs = 15_000

/** What is done from the reveal on, until a transaction counts, or the vault is settled otherwise. */
export function makePursue(
  deps: PursueDeps,
  { build, payableOffer, signFirst, broadcast, replace }: Sender,
  { move, lookAtVault }: Ending,
) {
  const { store, observe } = deps
  return { pursue, settle }

  /** Something left: looks for its receipt, sends it again, pays more, until one of them is mined. */
  async function pursue(settlement: Settlement, chain: RelayChain): Promise<void> {
    const history = await store.history(settlement.id)
    const { slots, all } = history
    const held = await Promise.all(slots.map(async (slot) => ({ slot, counts: await chain.nonceCounts(slot.signer) })))
    const look = isNoneMined(held, all) ? nothingMined : await lookForReceipts(settlement, chain, all)
    const target = targetOf(settlement.work)
    const success = look.receipts.find((receipt) => hasSettled(receipt, target.vault))
    if (success !== undefined) return reap(settlement, chain, history, { success, counted: look.counted })

    const failures: unknown[] = []
    const note = (error: unknown) => void failures.push(error)
    const isDue = slots.length > 0 && isStuck(settlement, chain, slots)
    const vault = isDue ? ((await lookAtVault(settlement, chain).catch(note)) ?? 'open') : 'open'
    if (vault === 'ended') return
    // What fails at one nonce must not hold up what is done at another, nor does an endpoint that says it is settled.
    const isOver = typeof vault === 'object'
    const tended = await Promise.all(held.map((one) => tend(settlement, chain, { ...one, isOver }, look).catch(note)))
    const waits = isOver ? [vault] : tended.filter((one) => typeof one === 'object')
    if (failures.length === 0 && waits.length === 0) return takeAnotherNonce(settlement, chain)
    if (isDue && !isOver && (await hedge(settlement, chain, slots).catch(note)) === true)
      waits.push({ reason: 'another signer tries, too', delayMs: 0 })
    const [next] = waits.sort((one, other) => one.delayMs - other.delayMs)
    if (next !== undefined) await store.postpone(settlement.id, next.delayMs, next.reason)
    if (failures.length > 0) throw failures[0]
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
      ...(settlement.errorCode === null ? {} : { errorCode: null }),
      ...(blocksLeft > 0n ? { nextStepInMs: untilCounted(chain, blocksLeft) } : {}),
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
    { slot, counts, isOver }: Held & { isOver: boolean },
    { receipts, counted }: Look,
  ): Promise<Waiting | 'spent'> {
    const { attempts } = slot
    if (attempts.length === 0) return resign(settlement, chain, slot)
    const hasReceipt = receipts.some(({ hash }) => attempts.some((attempt) => attempt.hash === hash))
    if (!hasReceipt && (agreedCount(counts, chain.quorum) ?? 0n) <= slot.nonce) {
      const isTurn = isNext(counts, slot.nonce)
      // One of a batch sees to its transactions.
      if (slot.isFirst) await push(settlement, chain, slot, { isNext: isTurn, isOver })
      return { reason: 'waiting for the receipt', delayMs: slot.isFirst && isTurn ? pollMs(chain) : passivePollMs }
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
    // Some nodes keep nothing for a nonce that is not the next one.
    const isItsTurn = isNext && newest.errorClass === 'nonce_too_high'
    if (sentAt === undefined || isItsTurn || now - sentAt >= Math.max(rebroadcastAfterMs, 2 * chain.blockTimeMs)) {
      errorClass = await broadcast(settlement, chain, newest)
    }
    // What was taken only just now has a block to be mined in.
    const hadItsBlock = sentAt !== undefined && now - sentAt >= chain.blockTimeMs && !isItsTurn
    const isOverdue =
      isNext && hadItsBlock && wasPassedBy(newest.signedBlock, await chain.headNumber(), chain.blockTimeMs)
    if (!isOver && (isOverdue || paysTooLittle(errorClass))) await replace(settlement, chain, slot, newest)
  }

  /** A nonce was taken, and nothing was signed for it: the process ended, or the key was out of reach. */
  async function resign(settlement: Settlement, chain: RelayChain, slot: Slot): Promise<Waiting | 'spent'> {
    const call = await build(settlement)
    const gas = gasLimitOf(settlement.work, chain.gasLimits)
    if (!(await wouldSucceed(chain, settlement, { signer: slot.signer, call, gas }))) {
      // Nobody knows for how long, and others wait behind it.
      await store.leaveSlots(settlement, { only: slot })
      return 'spent'
    }
    const signed = await signPayable(chain, { ...slot, members: [settlement.id] }, call, gas)
    return { reason: 'signed again', delayMs: signed === undefined ? pollMs(chain) : 0 }
  }

  /** The nonce is spent and the work is not done, or somebody else did it. */
  async function takeAnotherNonce(settlement: Settlement, chain: RelayChain): Promise<void> {
    const vault = await lookAtVault(settlement, chain)
    if (vault === 'ended') return
    if (vault === 'doubtful') return store.postpone(settlement.id, pollMs(chain), 'the endpoints disagree on the vault')
    if (vault !== 'open') return store.postpone(settlement.id, vault.delayMs, vault.reason)
    if (paidReverts((await store.history(settlement.id)).all) >= mostPaidReverts) return waitForUser(settlement)
    const choice = await deps.chooseSigner(chain, await deps.knownSigners(chain), 1n)
    if (choice.chosen === undefined) return store.postpone(settlement.id, noSignerMs, choice.reason)
    const { signer } = choice.chosen
    const call = await build(settlement)
    const gas = gasLimitOf(settlement.work, chain.gasLimits)
    if (!(await wouldSucceed(chain, settlement, { signer, call, gas })))
      return store.postpone(settlement.id, chain.blockTimeMs, 'the simulation reverts', { isRevert: true })
    const slot = await takeAndSign(settlement, chain, { signer, call, gas, beside: [] })
    if (slot !== undefined) await store.postpone(settlement.id, 0, 'a new nonce')
  }

  /** Nothing more is paid for it: its vault is looked at until somebody else settles it. */
  async function waitForUser(settlement: Settlement): Promise<void> {
    if (settlement.errorCode === null) observe.waitsForUser(settlement)
    const reason = `${mostPaidReverts} transactions did not pay it: it waits for its user`
    return store.postpone(settlement.id, waitsForUserMs, reason, { errorCode: 'PAYOUT_REVERTS' })
  }

  /** Whether another signer should try what is revealed, because those that have do not get on. */
  function isStuck({ work, revealedAt, updatedAt }: Settlement, chain: RelayChain, slots: readonly OwnSlot[]): boolean {
    if (!needsSecret(work) || revealedAt === null) return false
    const newest = slots.flatMap(({ attempts }) => attempts.at(-1) ?? [])
    const begun = slots.flatMap(({ attempts }) => attempts[0]?.createdAt.getTime() ?? [])
    return isHedgeDue({
      revealedAt: revealedAt.getTime(),
      // A reorg takes it back here: then it has just begun, too.
      triedSince: Math.max(updatedAt.getTime(), ...begun),
      canPay: newest.some(({ errorClass }) => errorClass !== 'insufficient_funds'),
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
    const others = (await deps.knownSigners(chain)).filter(
      (address) => !slots.some(({ signer }) => isSameAddress(signer, address)),
    )
    const { chosen } = await deps.chooseSigner(chain, others, 1n)
    if (chosen === undefined || deps.now() >= targetOf(settlement.work).terms.cancelAfter * 1_000) return false
    const { signer } = chosen
    const call = await build(settlement)
    const gas = gasLimitOf(settlement.work, chain.gasLimits)
    // The secret is public: an endpoint that simulates nothing must not hold the second signer up.
    if (!(await wouldSucceed(chain, settlement, { signer, call, gas }).catch(() => true))) return false
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
    const reserve = reserveOf(gas, firstFees(await chain.feeMarket()).maxFeePerGas, 0n)
    const payer = { chain: chain.name, address: signer, reserve, balance: 0n }
    const slot = await store.takeSlot(settlement, payer, minedNonce, beside)
    if (slot === undefined) return undefined
    if ((await store.attemptsOf(slot)).length > 0) return slot
    if (beside.length > 0) observe.hedged(settlement, slot)
    await signPayable(chain, slot, call, gas)
    return slot
  }

  /** At today's fee, or what its signer can pay. */
  async function signPayable(chain: RelayChain, slot: HeldSlot, call: Call, gas: bigint) {
    const market = await chain.feeMarket()
    const { gasLimit, dataFee } = await withDataCost(chain, call, gas)
    const fees = withinCaps(firstFees(market), market, { gasLimit, claims: 1, caps: chain.feeCaps })
    const offer = await payableOffer(chain, slot.signer, fees, { gasLimit, dataFee })
    return signFirst(chain, slot, call, offer, gasLimit)
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
}

/** What was found of what was sent. */
interface Look {
  receipts: readonly Receipt[]
  /** The highest block whose facts count. */
  counted: bigint
}
const nothingMined: Look = { receipts: [], counted: 0n }

/** A nonce that serves the settlement, and how many of its signer's the endpoints count as used. */
interface Held {
  slot: OwnSlot
  counts: NonceCounts
}

/** Whether nothing can have been mined of what was sent: then there is no receipt to ask for. */
const isNoneMined = (held: readonly Held[], all: readonly Attempt[]): boolean =>
  held.every(({ slot, counts }) => !isAnyPast(counts, slot.nonce)) &&
  all.every((attempt) => held.some(({ slot }) => isSameSlot(slot, attempt.slot)))

/** Whether this transaction did what was to be done: a batch may go through without one of its claims. */
const hasSettled = ({ isSuccess, vaults }: Receipt, vault: Address): boolean =>
  isSuccess && vaults.some((one) => isSameAddress(one, vault))
