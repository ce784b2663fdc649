import { readNonce } from '@tandem/chain'
import { nonceReach } from '@tandem/sending'
import { makeLimit } from '@tandem/service-kit'
import type { SendKind, Waiting } from '../domain/send-order.ts'
import { askReached } from './ask.ts'
import { askGas } from './ask-gas.ts'
import type { Call } from './call.ts'
import type { SolverChain } from './chain.ts'
import { makeNonces } from './nonces.ts'
import { type Mined, makePursuit, type PursuitOptions } from './pursuit.ts'
import { makeSendQueue } from './send-queue.ts'

/** A transaction to be sent when its turn comes. */
export interface Job extends Waiting {
  /**
   * Decides anew, right before the transaction is signed, and again before it is sent again or replaced.
   *
   * @returns the call, or `undefined` when it is no longer wanted: nothing is sent then.
   */
  prepare(): Promise<Call | undefined>
  /**
   * For what puts money in: it leaves on a fresh decision alone. It is decided once more where storing the nonce or signing
   * took long, and a chain that cannot be read means that it is no longer wanted.
   */
  needsDecision?: boolean
  /** Told the nonce before anything is broadcast under it. The callback resolves only after its records are stored. */
  onNonce?(nonce: number): Promise<void>
}

/** Sends the solver's transactions of one chain: several at once, the urgent ones first. */
export interface Sender {
  /**
   * Sends when there is room, and waits until it is mined.
   *
   * @returns `undefined` when the job no longer wanted it, and nothing was mined or a transfer of nothing in its place.
   * @throws Error when the call would fail, and UnbelievedError when that is not known: nothing is sent then. And what
   * `pursue` throws.
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
  /** Milliseconds after which a decision that puts money in is taken again; 1000 by default. */
  freshMs?: number
}

export function makeSender(chain: SolverChain, options: SenderOptions): Sender {
  const { slots, stopping, logger, freshMs = 1_000 } = options
  const { panel, account, config } = chain
  const nonces = makeNonces(chain)
  const { pursue, fill, selfTransfer } = makePursuit(chain, nonces, options)
  const queue = makeSendQueue(carryOut, slots)
  // One at a time, so that no two jobs get one nonce.
  const takingNonce = makeLimit(1)
  const countNonces = (at: 'latest' | 'pending') =>
    askReached(panel, 'nonce', (endpoint) => readNonce(endpoint, account.address, at))

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
    const gas = await askGas(chain, call)
    const again = () => (putsMoneyIn ? decide().catch(() => undefined) : decide())
    const isStale = () => putsMoneyIn && Date.now() - decidedAt > freshMs
    const nonce = await takingNonce(() => nonces.take())
    try {
      await job.onNonce?.(Number(nonce))
    } catch (error) {
      // The nonce stays taken: what comes after it must be mined all the same.
      fill(nonce)
      throw error
    }
    if (isStale() && (await again()) === undefined) {
      fill(nonce)
      return undefined
    }
    return pursue({ nonce, gas, call, again, isStale })
  }

  return {
    send: queue.send,
    async open() {
      const [used, pending] = await Promise.all([countNonces('latest'), countNonces('pending')])
      if (pending > used + BigInt(nonceReach))
        logger.warn('nonces.out_of_reach', { chain: config.chain, used: String(used), pending: String(pending) })
      else for (let nonce = used; nonce < pending; nonce += 1n) fill(nonce)
    },
    async useUpTo(nonce) {
      let reached = Number(await countNonces('latest')) - 1
      const onNonce = async (taken: number) => {
        reached = taken
      }
      const job = { kind: 'fill_gap' as SendKind, deadline: 0, prepare: async () => selfTransfer(), onNonce }
      while (reached < nonce) await queue.send(job)
    },
    get load() {
      return queue.load()
    },
  }
}
