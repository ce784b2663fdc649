import type { Hex } from 'viem'
import type { ClaimProgress } from '../evidence/read-evidence.ts'
import type { StepOptions } from '../initiate/source-side.ts'
import { sleep, throwIfAborted } from '../sleep.ts'
import { needsAction, TandemError } from '../tandem-error.ts'
import { LongStep } from './long-step.ts'

/**
 * The options of `Swap.ensureClaimed`. There is no `inTurn`: another swap may use the wallet for minutes, and the claim
 * must not wait for that.
 */
export interface EnsureClaimedOptions extends Pick<StepOptions, 'switchChain'> {
  /**
   * The wallet claims when fewer seconds than this are left until `cancel_after`. By default that is half of the
   * seconds that were left at the first reading, and at least half of the chain's `claim_safety_secs`.
   */
  patienceSecs?: number
  /** With `false`, the watch ends at the first block that shows the claim. By default it waits for depth. */
  untilDepth?: boolean
  /** Milliseconds between two readings; 2,000 by default. */
  pollMs?: number
  /** Called in every round. When it returns false, the wallet claims at once instead of waiting for the relayer. */
  waitsOn?: () => Promise<boolean>
  /** The unix seconds by our clock at which the watch ends, even if nobody has claimed. */
  until?: number
  /** Called with errors that do not end the watch, such as one by which the user has to buy gas. */
  onError?: (error: unknown) => void
  /** Ends the watch with `ABORTED`. */
  signal?: AbortSignal | undefined
}

export interface ClaimWatch extends Omit<EnsureClaimedOptions, 'switchChain'> {
  read: (isAtDepth: boolean) => Promise<ClaimProgress>
  claimByWallet: () => Promise<Hex | null>
  /** The destination's deadline, in unix seconds. */
  cancelAfter: number
  /** How many seconds before the deadline a claim on the destination's chain should be sent at the latest. */
  safetySecs: number
  /** Milliseconds between two readings while only depth is missing. */
  blockTimeMs: number
  own?: OwnClaim
}

/**
 * How many seconds before the deadline the wallet claims: half of those that are left, but at least half of
 * `safetySecs`. Without that minimum, an application that restarts again and again would wait until no time is left.
 */
export const patienceOf = (secsLeft: number, safetySecs: number): number =>
  Math.floor(Math.max(secsLeft, safetySecs) / 2)

/**
 * Watches the destination until it is claimed. If the relayer does not claim in time, the wallet does: a dishonest
 * relayer could give the secret to the market maker and let the destination expire. Errors of endpoints and wallets do
 * not end the watch. When a reorg takes a claim away, the watch goes on.
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
      // Without this, an endpoint that does not answer could keep the recipient from claiming in time.
      if (secsLeft() < (patience ?? half)) own.begin(claimByWallet)
    }
    await sleep(pauseMs, signal)
    own.check(onError)
    if (Date.now() / 1000 >= until) return own.last
  }
}

/** How long to wait for the wallet's own transaction once the endpoints show a claim, in milliseconds. */
const laggingMs = 5_000

/** The claim that the wallet sends. Watches that share one object send only one claim between them. */
export class OwnClaim {
  readonly #step = new LongStep<Hex | null>()
  last: Hex | null = null

  begin(claimByWallet: ClaimWatch['claimByWallet']): void {
    this.#step.begin(claimByWallet)
  }

  /** @throws the wallet's error, if the user or the application has to act on it. */
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
