import { nonceReachOfOne } from '@tandem/sending'
import { makeLimit } from '@tandem/service-kit'
import type { SendKind, Waiting } from '../domain/send-order.ts'
import { makeAccountPanel } from './account-panel.ts'
import type { Call } from './call.ts'
import type { SolverClient, SolverEndpoint } from './chain.ts'
import { makeNonces } from './nonces.ts'
import { type Mined, makePursuit, type PursuitOptions, transferGas } from './pursuit.ts'
import { makeSendQueue } from './send-queue.ts'

/** A transaction to be sent when its turn comes. */
export interface Job extends Waiting {
  /**
   * Decides anew, right before the transaction is signed, and again before it is replaced by one that pays more.
   *
   * @returns the call, or `undefined` when it is no longer wanted: nothing is sent then.
   */
  prepare(): Promise<Call | undefined>
  /**
   * For what puts money in: it leaves on a fresh decision alone, and where two endpoints simulate it. It is decided once more
   * where storing the nonce or signing took long, and a chain that cannot be read means that it is no longer wanted.
   */
  needsDecision?: boolean
  /** Told the nonce before anything is broadcast under it. The callback resolves only after its records are stored. */
  onNonce?(nonce: number): Promise<void>
}

/** Sends the solver's transactions of one chain: several at once, the urgent ones first. */
export interface Sender {
  /**
   * Sends when there is room, and waits until it is mined ({@link Mined.isAgreed}).
   *
   * @returns `undefined` when the job no longer wanted it, and nothing was mined or a transfer of nothing in its place.
   * @throws viem's error when no endpoint can simulate the call, as where it would revert, or for what puts money in when two
   * cannot (nothing is sent then); RevertedError when it was mined and reverted; Error when another transaction took its
   * nonce, or when the sender stops first.
   */
  send(job: Job): Promise<Mined | undefined>
  /** Replaces what an earlier run left in the pool; resolves when that is under way. */
  open(): Promise<void>
  /** Uses every nonce up to this one, by transfers of nothing to ourselves where need be. */
  useUpTo(nonce: number): Promise<void>
  /** Transactions that wait for a slot, and those that have one. */
  readonly load: { waiting: number; busy: number }
}

export interface SenderOptions extends PursuitOptions {
  /** Transactions under way at once. */
  slots: number
  /** Where there are several, none of them alone decides over a nonce or a fee, and each is offered every transaction. */
  endpoints?: readonly SolverEndpoint[]
  /** Milliseconds after which a decision that puts money in is taken again; 1000 by default. */
  freshMs?: number
}

/** A fifth more than what the simulation used. */
const withMargin = (gas: bigint): bigint => (gas * 6n) / 5n

export function makeSender(client: SolverClient, options: SenderOptions): Sender {
  const { slots, stopping, freshMs = 1_000, endpoints = [] } = options
  const panel = makeAccountPanel(client, endpoints)
  const nonces = makeNonces(panel, nonceReachOfOne(slots))
  const { market, pursue, fillAt, selfTransfer, noteFailure } = makePursuit(client, { nonces, panel }, options)
  const queue = makeSendQueue(carryOut, slots)
  // One at a time, so that no two jobs get one nonce.
  const takingNonce = makeLimit(1)

  async function carryOut(job: Job): Promise<Mined | undefined> {
    if (stopping.aborted) throw new Error('the solver stops')
    const putsMoneyIn = job.needsDecision === true
    let decidedAt = 0
    const decide = () => {
      decidedAt = Date.now()
      return job.prepare()
    }
    const call = await decide()
    if (call === undefined) return undefined
    const [gas, { agreed: fees }] = await Promise.all([panel.gas(call, !putsMoneyIn), market()])
    const again = () => (putsMoneyIn ? decide().catch(() => undefined) : decide())
    const nonce = await takingNonce(() => nonces.take())
    // The nonce stays taken whatever happens: what comes after it must be mined all the same.
    const useNonce = () => void pursue({ nonce, fees, gas: transferGas, call: selfTransfer() }).catch(noteFailure)
    try {
      await job.onNonce?.(nonce)
    } catch (error) {
      useNonce()
      throw error
    }
    const isStale = () => putsMoneyIn && Date.now() - decidedAt > freshMs
    if (isStale() && (await again()) === undefined) {
      useNonce()
      return undefined
    }
    const units = { gas: withMargin(gas.most), laterGas: withMargin(gas.least) }
    return pursue({ nonce, fees, ...units, call, again, isStale, putsMoneyIn })
  }

  return {
    send: queue.send,
    async open() {
      const { used, pending, isInReach } = await nonces.pooled()
      if (!isInReach) options.logger.warn('nonces.out_of_reach', { chain: client.chain.name, used, pending })
      else for (let nonce = used; nonce < pending; nonce += 1) await fillAt(nonce)
    },
    async useUpTo(nonce) {
      let reached = (await nonces.used()) - 1
      const onNonce = async (taken: number) => {
        reached = taken
      }
      const job = { kind: 'fill_gap' as SendKind, deadline: 0, prepare: async () => selfTransfer(), onNonce }
      // A transaction that is mined says that the nonces before it are used; an endpoint may go on denying it.
      while (reached < nonce) await queue.send(job)
    },
    get load() {
      return queue.load()
    },
  }
}
