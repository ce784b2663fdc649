import { readNonce } from '@tandem/chain'
import { maxNonceLead } from '@tandem/chain/sending'
import pLimit from 'p-limit'
import type { SendKind, Waiting } from '../domain/send-order.ts'
import { askReached } from './ask.ts'
import { askGas } from './ask-gas.ts'
import type { Call } from './call.ts'
import type { SolverChain } from './chain.ts'
import { makeNonces } from './nonces.ts'
import { makeSendQueue } from './send-queue.ts'
import { type Mined, makeUntilMinedSender, type UntilMinedOptions } from './send-until-mined.ts'

export interface Job extends Waiting {
  /**
   * Decides again what to send. It is called before each transaction is sent.
   *
   * @returns `undefined` when nothing is to be sent.
   */
  prepare(): Promise<Call | undefined>
  /**
   * True for calls that pay money into an escrow. They are sent only on a fresh decision. When the chain cannot be
   * read, they are cancelled.
   */
  needsDecision?: boolean
  /** Called with the nonce before anything is broadcast, so that it can be stored. */
  onNonce?(nonce: number): Promise<void>
}

export interface Sender {
  /**
   * Sends the job's call in its turn.
   *
   * @returns `undefined` when the job was no longer wanted.
   * @throws Error when the call would fail; UnbelievedError when the endpoints do not agree; and what {@link
   * UntilMinedSender.sendUntilMined} throws.
   */
  send(job: Job): Promise<Mined | undefined>
  /** Replaces the transactions that an earlier run has left in mempools. */
  open(): Promise<void>
  /** Fills nonces up to this one with transfers of nothing. */
  useUpTo(nonce: number): Promise<void>
  readonly load: { waiting: number; busy: number }
}

export interface SenderOptions extends UntilMinedOptions {
  /** How many transactions may be under way at once. */
  slots: number
  /** How many milliseconds a decision stays fresh; 1,000 by default. */
  freshMs?: number
}

export function makeSender(chain: SolverChain, options: SenderOptions): Sender {
  const { slots, stopping, logger, freshMs = 1_000 } = options
  const { quorum, account, config } = chain
  const nonces = makeNonces(chain)
  const { sendUntilMined, fill, selfTransfer } = makeUntilMinedSender(chain, nonces, options)
  const queue = makeSendQueue(carryOut, slots)
  // Serialized, because two jobs must not get the same nonce.
  const takingNonce = pLimit(1)
  const countNonces = (at: 'latest' | 'pending') =>
    askReached(quorum, 'nonce', (endpoint) => readNonce(endpoint, account.address, at))

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
      // The nonce is used up by a transfer of nothing, because every later nonce would wait for it.
      fill(nonce)
      throw error
    }
    if (isStale() && (await again()) === undefined) {
      fill(nonce)
      return undefined
    }
    return sendUntilMined({ nonce, gas, call, again, isStale })
  }

  return {
    send: queue.send,
    async open() {
      const [used, pending] = await Promise.all([countNonces('latest'), countNonces('pending')])
      if (pending > used + BigInt(maxNonceLead))
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
