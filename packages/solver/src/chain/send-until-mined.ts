import type { ChainReceipt } from '@tandem/chain'
import { type Next, nextAtNonce } from '@tandem/chain/sending'
import { type Logger, pause } from '@tandem/service-kit'
import { SignerError } from '@tandem/signers'
import type { Hex } from 'viem'
import { type AccountFacts, makeAccountFacts } from './account-facts.ts'
import { type AtNonce, makeBroadcaster } from './broadcaster.ts'
import type { Call } from './call.ts'
import type { SolverChain } from './chain.ts'
import type { Nonces } from './nonces.ts'

export interface Mined {
  txHash: Hex
  /** What the transaction cost, in wei. */
  fee: bigint
}

/** The receipt shows that the transaction was mined and reverted. */
export class RevertedError extends Error {
  constructor(txHash: Hex) {
    super(`transaction ${txHash} was mined and reverted`)
    this.name = 'RevertedError'
  }
}

export interface Sending {
  nonce: bigint
  gas: bigint
  call: Call
  /**
   * Decides again before the call is sent another time. If the result is `undefined`, a transfer of nothing is sent
   * with the same nonce instead.
   */
  again?: () => Promise<Call | undefined>
  /** Whether the decision has become too old. It is asked after signing, because signing may take seconds. */
  isStale?: () => boolean
}

export interface UntilMinedOptions {
  stopping: AbortSignal
  logger: Pick<Logger, 'warn'>
  now?: () => number
}

export interface UntilMinedSender {
  /**
   * Sends the call, and replaces it with higher fees, until its nonce is used.
   *
   * @returns `undefined` when a transfer of nothing was mined in its place.
   * @throws RevertedError; Error when another transaction took the nonce, when the nonce is out of reach, or when the
   * solver stops.
   */
  sendUntilMined(tx: Sending): Promise<Mined | undefined>
  /**
   * Uses up a nonce by a transfer of nothing. The transfer also replaces what an earlier run may have left in mempools.
   */
  fill(nonce: bigint): void
  selfTransfer(): Call
}

const transferGas = 21_000n
const longestPollMs = 2_000
const shortestPollMs = 100
const unsignedRetryMs = 1_000

type State = Sending & AtNonce

export function makeUntilMinedSender(chain: SolverChain, nonces: Nonces, options: UntilMinedOptions): UntilMinedSender {
  const { stopping, logger, now = Date.now } = options
  const { config, account } = chain
  const blockTimeMs = config.block_time_ms
  const pollMs = Math.min(longestPollMs, Math.max(shortestPollMs, blockTimeMs / 2))
  const facts = makeAccountFacts(chain, pollMs / 2)
  const noteRefusal = (error: string) => void logger.warn('transaction.failed', { chain: config.chain, error })
  const noteFailure = (error: unknown) => noteRefusal(nameOf(error))
  const broadcaster = makeBroadcaster(chain, facts, { pollMs, now, noteFailure, noteRefusal })
  const selfTransfer = (): Call => ({ to: account.address, data: '0x', value: 0n })

  async function sendUntilMined(tx: Sending, isReplacing = false): Promise<Mined | undefined> {
    const state: State = { ...tx, isWanted: true, isReplacing, offers: [], newest: undefined }
    nonces.hold(tx.nonce)
    try {
      for (let isFirst = true; ; isFirst = false) {
        const next = await nextOf(facts, state, { blockTimeMs, nowMs: now() })
        if (next.type === 'mined') return outcomeOf(state, next.receipt)
        if (next.type === 'lost') throw new Error('another transaction of the account used the nonce')
        if (nonces.isOutOfReach(tx.nonce)) throw new Error(`the nonce is out of reach: ${tx.nonce}`)
        if (stopping.aborted) throw new Error('the solver stops before its transaction is mined')
        if (next.type === 'sign' || next.type === 'send' || next.type === 'replace') await offer(state, next, isFirst)
        await pause(state.newest === undefined ? unsignedRetryMs : pollMs, stopping)
      }
    } finally {
      nonces.end(tx.nonce)
    }
  }

  async function offer(state: State, next: Next<ChainReceipt>, isFirst: boolean): Promise<void> {
    if (!isFirst) await decideAgain(state)
    if (next.type === 'send' && !state.isReplacing) {
      await fillGaps().catch(noteFailure)
      return broadcaster.send(state, state.offers.at(-1))
    }
    const plan = await broadcaster.plan(state).catch(noteFailure)
    if (plan?.fees !== undefined) {
      const signed = await broadcaster.sign(state, plan.fees)
      if (signed === undefined || (await isOutdated(state))) return
      state.isReplacing = false
      return broadcaster.send(state, signed)
    }
    if (state.newest === undefined) return
    state.newest = { ...state.newest, signedBlock: (await facts.now()).head ?? null }
    if (next.type === 'replace' && next.isSendDue) await broadcaster.send(state, plan?.again ?? state.offers.at(-1))
  }

  async function decideAgain(state: State): Promise<void> {
    if (!state.isWanted || state.again === undefined) return
    // When the chain cannot be read, nothing says that the call is unwanted, so it is sent again.
    const wanted = await state.again().catch(() => state.call)
    if (wanted === undefined) giveUp(state)
    else state.call = wanted
  }

  /** Whether the decision became too old while the transaction was being signed, which may take seconds. */
  async function isOutdated(state: State): Promise<boolean> {
    const { isWanted, isStale, again } = state
    if (!isWanted || again === undefined || isStale?.() !== true || (await again()) !== undefined) return false
    giveUp(state)
    return true
  }

  function giveUp(state: State): void {
    Object.assign(state, { isWanted: false, isReplacing: true, gas: transferGas, call: selfTransfer() })
  }

  /** Fills unused nonces below ours, which a reorganization or a forgetful node leaves: ours would wait behind them. */
  async function fillGaps(): Promise<void> {
    for (const nonce of await nonces.takeGaps()) fill(nonce)
  }

  function fill(nonce: bigint): void {
    sendUntilMined({ nonce, gas: transferGas, call: selfTransfer() }, true).catch(noteFailure)
  }

  return { sendUntilMined: (tx) => sendUntilMined(tx), fill, selfTransfer }
}

async function nextOf(
  facts: AccountFacts,
  { nonce, newest, offers }: AtNonce,
  pace: { blockTimeMs: number; nowMs: number },
): Promise<Next<ChainReceipt>> {
  if (newest === undefined) return { type: 'sign' }
  const { counts, reached, head } = await facts.now()
  const receiptNow = () => facts.receiptOf(offers.map(({ hash }) => hash))
  const isShownUsed = counts.some((count) => count !== undefined && count > nonce)
  const nextBy = (receipt: ChainReceipt | undefined, settled?: bigint) =>
    nextAtNonce(
      {
        ...{ nonce, newest, receipt, settled, head },
        countedBlock: receipt?.blockNumber ?? 0n,
        used: reached ?? 0n,
        isNext: counts.includes(nonce),
      },
      pace,
    )
  const next = nextBy(isShownUsed ? await receiptNow() : undefined)
  if (next.type !== 'used') return next
  const settled = await facts.settled()
  return nextBy(await receiptNow(), settled)
}

function outcomeOf({ offers }: AtNonce, { hash, isSuccess, cost }: ChainReceipt): Mined | undefined {
  if (!isSuccess) throw new RevertedError(hash)
  return offers.find((one) => one.hash === hash)?.isCall === false ? undefined : { txHash: hash, fee: cost }
}

/** Only the error's name is used: viem prints the request, and the request of a claim holds the secret. */
function nameOf(error: unknown): string {
  if (error instanceof SignerError) return error.message
  return error instanceof Error ? error.name : 'unknown'
}
