import type { Network } from '@tandem/contracts'
import { type Address, type Hex, size } from 'viem'
import { type BroadcastErrorClass, classifyBroadcastError } from '../domain/broadcast-error.ts'
import { isReplacement, payable, withinCaps } from '../domain/fee-cap.ts'
import { type Fees, replacementFees } from '../domain/fees.ts'
import { type GasLimits, gasLimitOf } from '../domain/gas-limits.ts'
import { needsSecret, type Settlement, targetOf } from '../domain/settlement.ts'
import { batchCallOf, callOf } from './call-of.ts'
import type { Attempt, Call, Clock, HeldSlot, RelayChain, SettlementStore, Slot } from './ports.ts'
import { visibilityOfSettlement } from './visibility-of.ts'

export interface SendDeps {
  store: SettlementStore
  network: Network
  observe: {
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

export type Sender = ReturnType<typeof makeSender>

/** Builds transactions, stores what is signed, and sends what is stored: in this order, whoever dies between. */
export function makeSender({ store, network, observe, now }: SendDeps) {
  return { build, batchBuilder, payableOffer, signFirst, broadcast, broadcastFirst, replace }

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
    limits: GasLimits,
  ): Promise<(some: readonly Settlement[]) => { call: Call; gasLimit: bigint }> {
    const [first] = group
    if (first === undefined) throw new Error('a batch has at least one claim')
    const claims = new Map(
      await Promise.all(
        group.map(async ({ id, work }) => {
          return [id, { terms: targetOf(work).terms, secret: await store.openSecret(id) }] as const
        }),
      ),
    )
    const claimOf = ({ id }: Settlement) => {
      const claim = claims.get(id)
      if (claim === undefined) throw new Error('the claim is not of this group')
      return claim
    }
    return (some) => batchCallOf(some.map(claimOf), registryOf(first), limits)
  }

  /**
   * What replaces a transaction: the claims of its nonce that still wait for it. All of them are revealed.
   *
   * @returns nothing when the nonce does not serve this settlement any more.
   */
  async function rebuild(
    settlement: Settlement,
    { gasLimits }: RelayChain,
    slot: Slot,
  ): Promise<{ call: Call; gasLimit: bigint; claims: number } | undefined> {
    const ids = await store.membersOf(slot)
    if (!ids.includes(settlement.id)) return undefined
    const found = await Promise.all(ids.map((id) => store.find(id)))
    const members = found.filter((member) => member?.state === 'revealed') as Settlement[]
    if (members.length > 1) return { ...(await batchBuilder(members, gasLimits))(members), claims: members.length }
    return { call: await build(settlement), gasLimit: gasLimitOf(settlement.work, gasLimits), claims: 1 }
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
    const signedBlock = await chain.headNumber()
    const { raw, hash } = await chain.sign(slot, { ...call, ...offer, gasLimit })
    const isStored = await store.saveAttempt(slot, { hash, number, gasLimit, raw, signedBlock, ...offer }, holders)
    return isStored ? { hash, number, raw } : undefined
  }

  /** What has begun is pursued at any price within the caps that the signer can pay. */
  async function payableOffer(
    chain: RelayChain,
    signer: Address,
    fees: Fees,
    { gasLimit, dataFee }: { gasLimit: bigint; dataFee: bigint },
  ): Promise<Fees> {
    const left = (await chain.nativeBalance(signer)) - dataFee
    return payable(fees, gasLimit, left > 0n ? left : 0n)
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
    const visibility = await visibilityOfSettlement(settlement, chain, now())
    const { provider, message } = await chain.send(attempt.raw ?? (await store.openRaw(attempt.hash)), visibility)
    const errorClass = message === null ? null : classifyBroadcastError(message)
    await store.markSent(attempt.hash, { provider, errorClass })
    observe.sent(settlement, attempt, errorClass)
    return errorClass
  }

  /** Signs the same again, for more, and sends it. */
  async function replace(settlement: Settlement, chain: RelayChain, slot: Slot, newest: Attempt): Promise<void> {
    const market = await chain.feeMarket()
    const rebuilt = await rebuild(settlement, chain, slot)
    if (rebuilt === undefined) return
    const { call, claims } = rebuilt
    const { gasLimit, dataFee } = await withDataCost(chain, call, rebuilt.gasLimit)
    const fees = withinCaps(replacementFees(newest, market), market, { gasLimit, claims, caps: chain.feeCaps })
    const offer = await payableOffer(chain, slot.signer, fees, { gasLimit, dataFee })
    // At a cap, or the end of the signer's money: what was sent is sent again as it is.
    if (!isReplacement(newest, offer)) return
    const next = { number: newest.number + 1, holders: 'any' } as const
    const signed = await signAttempt(chain, slot, next, call, offer, gasLimit)
    if (signed !== undefined) await broadcast(settlement, chain, signed)
  }
}

export const noSignerMs = 5_000

/** The gas limit of a transaction with what its data costs on this chain, and what the chain takes beside gas (wei). */
export async function withDataCost(
  chain: RelayChain,
  { data }: Call,
  executionGas: bigint,
): Promise<{ gasLimit: bigint; dataFee: bigint }> {
  const { gas, wei } = await chain.dataCost(size(data))
  return { gasLimit: executionGas + gas, dataFee: wei }
}

/** Whether a transaction would do its work. A call with a secret is shown to no endpoint: its payout alone is simulated. */
export async function wouldSucceed(
  chain: RelayChain,
  { work }: Settlement,
  { signer, call, gas }: { signer: Address; call: Call; gas: bigint },
): Promise<boolean> {
  if (!needsSecret(work)) return chain.simulate(signer, call, gas)
  const { vault, terms } = targetOf(work)
  return (await chain.canPay(vault, terms)) === 'pays'
}

/** What a node says to an offer that another one of the nonce, or the network's fee, exceeds. */
export const paysTooLittle = (errorClass: BroadcastErrorClass | null) =>
  errorClass === 'underpriced' || errorClass === 'fee_below_base'
