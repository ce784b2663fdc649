import type { Hex } from 'viem'
import type { ClaimProgress } from '../evidence/read-evidence.ts'
import type { StepOptions } from '../initiate/source-side.ts'
import { sleep, throwIfAborted } from '../sleep.ts'
import { needsAction, TandemError } from '../tandem-error.ts'
import { LongStep } from './long-step.ts'

/**
 * Options of watching a claim. The watch does not wait for the wallet's turn, because another swap may hold it for
 * minutes.
 */
export interface EnsureClaimedOptions extends Pick<StepOptions, 'switchChain'> {
  /**
   * The wallet claims once fewer seconds than this are left. By default half of the seconds that were left at the first
   * reading, and at least half of the chain's safety time.
   */
  patienceSecs?: number
  /** With `false`, the watch ends at the first block that shows the claim. By default it waits for depth. */
  untilDepth?: boolean
  /** Milliseconds between two readings; 2,000 by default. */
  pollMs?: number
  /** Whether to go on waiting for the relayer. With `false`, the wallet claims at once. */
  waitsOn?: () => Promise<boolean>
  /** Unix seconds by our clock, at which the watch ends without a result. */
  until?: number
  /** Told of errors that do not end the watch. One of them may be that the user has to buy gas. */
  onError?: (error: unknown) => void
  /** Ends the watch with `ABORTED`. */
  signal?: AbortSignal | undefined
}

export interface ClaimWatch extends Omit<EnsureClaimedOptions, 'switchChain'> {
  read: (isAtDepth: boolean) => Promise<ClaimProgress>
  claimByWallet: () => Promise<Hex | null>
  /** In unix seconds. */
  cancelAfter: number
  /** Seconds that a claim on the destination's chain has to have left. */
  safetySecs: number
  /** Milliseconds between two readings while only depth is missing. */
  blockTimeMs: number
  own?: OwnClaim
}

/**
 * Seconds left at which the wallet claims. They are at least half of `safetySecs`, because restarts must not halve the
 * time away.
 */
export const patienceOf = (secsLeft: number, safetySecs: number): number =>
  Math.floor(Math.max(secsLeft, safetySecs) / 2)

/**
 * Watches the destination until it is claimed, and has the recipient claim in time: a relayer that keeps the secret
 * could hand it to the market maker. Endpoints and wallets that fail do not end the watch. A claim that a
 * reorganization takes back is watched for again.
 */
export async function watchClaim(watch: ClaimWatch): Promise<Hex | null> {
  const { read, untilDepth = true, cancelAfter, safetySecs, until = Number.POSITIVE_INFINITY } = watch
  const { waitsOn, onError, pollMs = 2000, signal } = watch
  const secsLeft = () => cancelAfter - Date.now() / 1000
  const half = patienceOf(secsLeft(), safetySecs)
  let patience = watch.patienceSecs
  const { own = new OwnClaim(), claimByWallet } = watch
  own.check(onError)
  for (;;) {
    let pauseMs = pollMs
    try {
      const latest = await read(false)
      if (latest.isClaimed || latest.isOver) {
        pauseMs = Math.max(pollMs, watch.blockTimeMs)
        const { isClaimed, isClaimedAtDepth, isOver } = untilDepth ? await read(true) : latest
        if (isClaimed && (!untilDepth || isClaimedAtDepth !== false)) return own.settled(signal)
        if (isOver) throw new TandemError('ORDER_FINAL', 'the destination went unclaimed')
      } else {
        patience ??= patienceOf(latest.secsLeft, safetySecs)
        if (latest.secsLeft < patience || (await waitsOn?.()) === false) own.begin(claimByWallet)
      }
    } catch (error) {
      if (needsAction(error) || secsLeft() <= 0) throw error
      onError?.(error)
      // An endpoint that is silent or lies must not keep anybody from claiming.
      if (secsLeft() < (patience ?? half)) own.begin(claimByWallet)
    }
    await sleep(pauseMs, signal)
    own.check(onError)
    if (Date.now() / 1000 >= until) return own.last
  }
}

/** Milliseconds that the wallet's endpoint gets to show a claim which others show. */
const laggingMs = 5_000

/** The recipient's own claim. A repeated watch that shares it sends no second one. */
export class OwnClaim {
  readonly #step = new LongStep<Hex | null>()
  last: Hex | null = null

  begin(claimByWallet: ClaimWatch['claimByWallet']): void {
    this.#step.begin(claimByWallet)
  }

  /** @throws the wallet's error, if it ends the watch. */
  check(onError: ClaimWatch['onError']): void {
    try {
      this.last = this.#step.take() ?? this.last
    } catch (error) {
      if (needsAction(error)) throw error
      onError?.(error)
    }
  }

  async settled(signal: AbortSignal | undefined): Promise<Hex | null> {
    const hash = await this.#step.takeWithin(laggingMs, signal).catch(() => throwIfAborted(signal))
    return hash ?? this.last
  }
}
