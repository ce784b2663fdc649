import type { Network, SettlementFailure } from '@tandem/contracts'
import { blockedDelayMs, revertDelayMs } from '../domain/backoff.ts'
import { reserveOf } from '../domain/eligible-signer.ts'
import { whyTooDear } from '../domain/fee-cap.ts'
import { firstFees } from '../domain/fees.ts'
import { gasLimitOf } from '../domain/gas-limits.ts'
import { revealableUntil } from '../domain/reveal-fence.ts'
import type { ClaimRefusal } from '../domain/safety.ts'
import { isChore, type Settlement } from '../domain/settlement.ts'
import type { ChooseSigner } from './choose-signer.ts'
import type { Ending } from './end-settlement.ts'
import type { Gatherer } from './gather.ts'
import { type Chains, judge } from './judge.ts'
import type { KnownSigners } from './known-signers.ts'
import { passivePollMs } from './pace.ts'
import type { Clock, HeldSlot, Payer, RelayChain, SettlementStore } from './ports.ts'
import { noSignerMs, type Sender, withDataCost, wouldSucceed } from './send-transaction.ts'

export interface PrepareDeps {
  store: SettlementStore
  chains: Chains
  network: Network
  /** Brings claims of one chain together that are ready at the same moment. */
  gather: Gatherer<Settlement>
  knownSigners: KnownSigners
  chooseSigner: ChooseSigner
  observe: { moved(settlement: Settlement, reason: string): void }
  now: Clock
}

/** What is done until the secret leaves. `pursue`: what is done from then on. */
export function makePrepare(
  deps: PrepareDeps,
  { build, batchBuilder, signFirst, broadcastFirst }: Sender,
  { move, lookAtVault }: Ending,
  pursue: (settlement: Settlement, chain: RelayChain) => Promise<void>,
) {
  const { store, observe } = deps
  /** Claims whose batch failed. What is wrong with one of them must not hold up the others again and again. */
  const loners = new Set<string>()

  return prepare

  /** Judges once more, takes a nonce, signs, stores, and sends. Nothing has left before. */
  async function prepare(settlement: Settlement, chain: RelayChain): Promise<void> {
    const ticket = canShare(settlement) && !loners.delete(settlement.id) ? deps.gather(chain.name) : undefined
    let gathered: Awaited<ReturnType<NonNullable<typeof ticket>['join']>> = { role: 'alone' }
    try {
      const verdict = await judge(settlement.work, deps)
      if (verdict.verdict === 'settled') {
        const wait = await lookAtVault(settlement, chain)
        if (wait === 'ended') return
        if (typeof wait === 'string') return await defer(settlement, chain.blockTimeMs, 'the endpoints disagree')
        return await store.postpone(settlement.id, wait.delayMs, wait.reason)
      }
      if (verdict.verdict === 'refuse') return await refuse(settlement, failureOf(verdict.code), verdict.reason)
      if (verdict.verdict === 'wait')
        return await defer(
          settlement,
          blockedDelayMs(deps.now() - settlement.updatedAt.getTime(), chain.blockTimeMs),
          verdict.reason,
        )
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
    const gas = gasLimitOf(settlement.work, chain.gasLimits)
    const { gasLimit, dataFee } = await withDataCost(chain, call, gas)
    // Enough to pay more later: what has begun must not stop half-way.
    const reserve = reserveOf(gasLimit, fees.maxFeePerGas, dataFee)
    const choice = await deps.chooseSigner(chain, await deps.knownSigners(chain), reserve)
    if (choice.chosen === undefined) return defer(settlement, noSignerMs, choice.reason)
    const { signer, balance } = choice.chosen
    // A claim's payout was simulated when it was judged.
    const isSure = settlement.work.kind === 'claim' || (await wouldSucceed(chain, settlement, { signer, call, gas }))
    if (!isSure) {
      // It ends nothing: one endpoint says so, and what stops it (a paused token) may end. The vaults end it.
      const delayMs = revertDelayMs(settlement.reverts, {
        blockTimeMs: chain.blockTimeMs,
        isChore: isChore(settlement.work),
      })
      return defer(settlement, delayMs, 'the simulation reverts', { isRevert: true })
    }
    const tooDear = whyTooDear(fees, gasLimit, chain.feeCaps, dataFee)
    if (tooDear !== undefined) return defer(settlement, chain.blockTimeMs * 2, tooDear)

    const taken = await takeOwnSlot(settlement, chain, { chain: chain.name, address: signer, reserve, balance })
    if (taken === undefined)
      return store.postpone(settlement.id, chain.blockTimeMs, 'another step has taken it, or the money for its gas')
    const signed =
      taken.isFresh || (await store.attemptsOf(taken.slot)).length === 0
        ? await signFirst(chain, taken.slot, call, fees, gasLimit)
        : undefined
    const hash = signed?.hash ?? (await store.attemptsOf(taken.slot)).at(-1)?.hash
    if (hash === undefined) return store.postpone(settlement.id, 0, 'the nonce is of no more use')
    // The reveal: from this commit on the secret counts as public, whether or not the next line is reached.
    const notAfter = revealableUntil([taken.settlement], chain.claimSafetySecs)
    const waiting = { reason: 'waiting for the receipt', delayMs: passivePollMs, notAfter }
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
    signer: Payer,
  ): Promise<{ slot: HeldSlot; settlement: Settlement; isFresh: boolean } | undefined> {
    const minedNonce = await chain.minedNonce(signer.address)
    const first =
      settlement.state === 'accepted' ? await store.takeFirstSlot(settlement, signer, minedNonce) : undefined
    if (first !== undefined) {
      observe.moved(first.settlement, 'nonce_assigned')
      return { ...first, isFresh: true }
    }
    // One that has none was left out for the money's sake, or has moved.
    const held = await store.takeSlot(settlement, signer, minedNonce, [], settlement.state === 'slotted')
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

  /** Claims that were judged safe just now leave together; those that another step has taken go alone. */
  async function prepareBatch(group: readonly Settlement[], chain: RelayChain): Promise<void> {
    const fees = firstFees(await chain.feeMarket())
    const callFor = await batchBuilder(group, chain.gasLimits)
    const whole = callFor(group)
    const { gasLimit, dataFee } = await withDataCost(chain, whole.call, whole.gasLimit)
    const claims = BigInt(group.length)
    const tooDear = whyTooDear(fees, gasLimit / claims, chain.feeCaps, dataFee / claims)
    if (tooDear !== undefined) return postponeAll(group, chain.blockTimeMs * 2, tooDear)
    const reserve = reserveOf(gasLimit, fees.maxFeePerGas, dataFee)
    const { chosen } = await deps.chooseSigner(chain, await deps.knownSigners(chain), reserve)
    const payer = chosen && { chain: chain.name, address: chosen.signer, reserve, balance: chosen.balance }
    const shared = payer && (await store.takeSharedSlot(group, payer, await chain.minedNonce(payer.address)))
    const members = shared?.settlements ?? []
    if (shared !== undefined) {
      const batch = callFor(members)
      const signed = await signFirst(chain, shared.slot, batch.call, fees, gasLimit)
      const revealed =
        signed === undefined
          ? undefined
          : await store.revealShared(shared.slot, members, signed.hash, {
              reason: `waiting for the receipt, ${members.length} together`,
              delayMs: passivePollMs,
              notAfter: revealableUntil(members, chain.claimSafetySecs),
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

  async function refuse(settlement: Settlement, errorCode: SettlementFailure, reason: string): Promise<void> {
    await move(settlement, 'refused', reason, { errorCode })
  }

  async function postponeAll(settlements: readonly Settlement[], delayMs: number, reason: string): Promise<void> {
    await Promise.all(settlements.map(({ id }) => store.postpone(id, delayMs, reason)))
  }
}

/** A plain claim that nothing was signed for yet. */
const canShare = ({ state, work }: Settlement): boolean =>
  state === 'accepted' && work.kind === 'claim' && work.hop === null

function failureOf(code: ClaimRefusal | 'ORDER_EXPIRED'): SettlementFailure {
  if (code === 'TOO_LATE' || code === 'ORDER_EXPIRED') return 'EXPIRED'
  return code === 'VAULT_MISMATCH' || code === 'CANCELLED' ? code : 'HOP_INVALID'
}
