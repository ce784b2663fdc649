import type { Logger } from '@tandem/service-kit'
import { type Address, type Hex, keccak256, type TransactionReceipt } from 'viem'
import { type Fees, replacementFees } from '../domain/replacement-fees.ts'
import { nextToSend, type SendKind, type Waiting } from '../domain/send-order.ts'
import type { SolverClient } from './chain.ts'
import { makeMinedWatch } from './mined-watch.ts'
import { makeNonces } from './nonces.ts'

export interface Call {
  to: Address
  data: Hex
  /** Wei. */
  value?: bigint
}

/** A transaction to be sent when its turn comes. */
export interface Job extends Waiting {
  /**
   * Decides anew, right before the transaction is signed, and again before it is replaced by one that pays more.
   *
   * @returns the call, or `undefined` when it is no longer wanted: nothing is sent then.
   */
  prepare(): Promise<Call | undefined>
  /** Told the nonce before anything is broadcast under it. What it stores must be stored when it resolves. */
  onNonce?(nonce: number): Promise<void>
}

/** What became of a transaction that was mined. */
export interface Mined {
  txHash: Hex
  /** Wei. */
  fee: bigint
}

/** Sends the solver's transactions of one chain: several at once, the urgent ones first. */
export interface Sender {
  /**
   * Sends when there is room, and waits until it is mined.
   *
   * @returns `undefined` when the job no longer wanted it.
   * @throws viem's error when the call would revert (nothing is sent then); Error when it was mined and reverted, when
   * another transaction took its nonce, or when the sender stops first.
   */
  send(job: Job): Promise<Mined | undefined>
  /** Replaces what an earlier run left in the pool; resolves when that is under way. */
  open(): Promise<void>
  /** Uses every nonce up to this one, by transfers of nothing to ourselves where need be. */
  useUpTo(nonce: number): Promise<void>
  /** Transactions that wait for a slot, and those that have one. */
  readonly load: { waiting: number; busy: number }
}

export interface SenderOptions {
  /** Transactions under way at once. */
  slots: number
  /** How long a transaction may stay unmined before it is replaced by one that pays more. */
  replaceAfterMs: number
  stopping: AbortSignal
  logger: Logger
}

type Queued = Job & { resolve(mined: Mined | undefined): void; reject(error: unknown): void }

/** A fifth more than what the simulation used. */
const withMargin = (gas: bigint): bigint => (gas * 6n) / 5n
const transferGas = 21_000n
/** A node may know that a nonce is used before it knows the receipt. */
const receiptAttempts = 10

export function makeSender(client: SolverClient, options: SenderOptions): Sender {
  const { slots, replaceAfterMs, stopping, logger } = options
  const { address } = client.account
  const intervalMs = client.pollingInterval
  const count = (blockTag: 'latest' | 'pending') => client.getTransactionCount({ address, blockTag })
  const mined = makeMinedWatch(() => count('latest'), { intervalMs, stopped: stopping })
  const nonces = makeNonces(() => count('pending'))
  const queue: Queued[] = []
  let busy = 0
  let lastTaken: Promise<unknown> = Promise.resolve()

  function pump(): void {
    for (let job = nextToSend(queue, busy, slots); job !== undefined; job = nextToSend(queue, busy, slots)) {
      queue.splice(queue.indexOf(job), 1)
      busy += 1
      const { resolve, reject } = job
      carryOut(job)
        .then(resolve, reject)
        .finally(() => {
          busy -= 1
          pump()
        })
    }
  }

  async function carryOut(job: Job): Promise<Mined | undefined> {
    if (stopping.aborted) throw new Error('the solver stops')
    const call = await job.prepare()
    if (call === undefined) return undefined
    const [gas, fees] = await Promise.all([
      client.estimateGas({ account: address, to: call.to, data: call.data, value: call.value ?? 0n }),
      market(),
    ])
    const nonce = await takeNonce()
    try {
      await job.onNonce?.(nonce)
    } catch (error) {
      // The nonce stays taken: what comes after it must be mined all the same.
      void pursue({ nonce, fees, gas: transferGas, call: selfTransfer() }).catch(noteFailure)
      throw error
    }
    return pursue({ nonce, fees, gas: withMargin(gas), call, again: () => job.prepare() })
  }

  /** One at a time, so that no two jobs get one nonce. */
  function takeNonce(): Promise<number> {
    const taken = lastTaken.then(() => nonces.take())
    lastTaken = taken.catch(() => undefined)
    return taken
  }

  const selfTransfer = (): Call => ({ to: address, data: '0x', value: 0n })
  const market = async (): Promise<Fees> => {
    const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
    return { maxFeePerGas, maxPriorityFeePerGas }
  }
  const noteFailure = (error: unknown) => logger.warn('transaction.failed', { error: nameOf(error) })

  /** Broadcasts at one nonce, with rising fees, until the nonce is used. */
  async function pursue(tx: {
    nonce: number
    fees: Fees
    gas: bigint
    call: Call
    again?: () => Promise<Call | undefined>
  }): Promise<Mined> {
    const { nonce, again } = tx
    let { fees, gas, call } = tx
    const hashes: Hex[] = []
    try {
      for (;;) {
        hashes.push(await broadcast({ nonce, gas, ...fees, ...call }))
        if (await mined.isUsed(nonce, replaceAfterMs)) break
        if (stopping.aborted) throw new Error('the solver stops before its transaction is mined')
        await fillGaps()
        fees = replacementFees(fees, await market().catch(() => fees))
        // A chain that cannot be read now has not said that the call is unwanted.
        const wanted = again === undefined ? call : await again().catch(() => call)
        if (wanted === undefined) gas = transferGas
        call = wanted ?? selfTransfer()
      }
      return await resultOf(hashes)
    } finally {
      nonces.giveUp(nonce)
    }
  }

  async function broadcast(tx: Call & Fees & { nonce: number; gas: bigint }): Promise<Hex> {
    const raw = await client.account.signTransaction({ type: 'eip1559', chainId: client.chain.id, ...tx })
    // Whether the node has it is not what its answer says: the nonce's use decides, and it is sent again until then.
    await client.sendRawTransaction({ serializedTransaction: raw }).catch(noteFailure)
    return keccak256(raw)
  }

  /** After a reorg, or when a node has forgotten a transaction, nothing of ours moves until the gap is filled. */
  async function fillGaps(): Promise<void> {
    const used = await count('latest').catch(() => undefined)
    if (used === undefined) return
    for (const nonce of nonces.gapsBelow(used)) await fillAt(nonce)
  }

  async function fillAt(nonce: number): Promise<void> {
    const { maxFeePerGas, maxPriorityFeePerGas } = await market()
    const fees = { maxFeePerGas: maxFeePerGas * 2n, maxPriorityFeePerGas: maxPriorityFeePerGas * 2n }
    void pursue({ nonce, fees, gas: transferGas, call: selfTransfer() }).catch(() => undefined)
  }

  async function resultOf(hashes: readonly Hex[]): Promise<Mined> {
    for (let attempt = 0; attempt < receiptAttempts; attempt += 1) {
      const receipts = await Promise.all(
        hashes.map((hash) => client.getTransactionReceipt({ hash }).catch(() => undefined)),
      )
      const receipt = receipts.find((one): one is TransactionReceipt => one !== undefined)
      if (receipt !== undefined) {
        if (receipt.status !== 'success')
          throw new Error(`transaction ${receipt.transactionHash} was mined and reverted`)
        return { txHash: receipt.transactionHash, fee: receipt.gasUsed * receipt.effectiveGasPrice }
      }
      await new Promise((resolve) => setTimeout(resolve, intervalMs))
    }
    throw new Error('another transaction of the account used the nonce')
  }

  const send = (job: Job): Promise<Mined | undefined> =>
    new Promise((resolve, reject) => {
      queue.push({ ...job, resolve, reject })
      pump()
    })

  return {
    send,
    async open() {
      const [used, pending] = await Promise.all([count('latest'), count('pending')])
      for (let nonce = used; nonce < pending; nonce += 1) await fillAt(nonce)
    },
    async useUpTo(nonce) {
      const job = { kind: 'fill_gap' as SendKind, deadline: 0, prepare: async () => selfTransfer() }
      while ((await count('latest')) <= nonce) await send(job)
    },
    get load() {
      return { waiting: queue.length, busy }
    },
  }
}

/** viem's full messages print the request, and a claim's request holds the secret. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
