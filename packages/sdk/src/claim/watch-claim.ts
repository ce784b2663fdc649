import type { Hex } from 'viem'
import type { ClaimProgress } from '../evidence/read-evidence.ts'
import type { StepOptions } from '../initiate/source-side.ts'
import { requireGoing, sleep } from '../sleep.ts'
import { endsPursuit, TandemError } from '../tandem-error.ts'
import { LongStep } from './long-step.ts'

/** No turn of the wallet is waited for: another swap may hold it for minutes. */
export interface EnsureClaimedOptions extends Pick<StepOptions, 'switchChain'> {
  /** Seconds left at which the wallet claims; by default half of the first reading's. */
  patienceSecs?: number
  /** `false`: ends with the first block of the claim. */
  untilDepth?: boolean
  /** 2,000 milliseconds by default. */
  pollMs?: number
  /** `false` has the wallet claim at once. */
  waitsOn?: () => Promise<boolean>
  /** Unix seconds by our clock. */
  until?: number
  /** The wallet's user may have to buy gas. */
  onError?: (error: unknown) => void
  /** Ends with `ABORTED`. */
  signal?: AbortSignal | undefined
}

export interface ClaimWatch extends Omit<EnsureClaimedOptions, 'switchChain'> {
  read: (isAtDepth: boolean) => Promise<ClaimProgress>
  claimByWallet: () => Promise<Hex | null>
  /** Unix seconds. */
  cancelAfter: number
  /** Of the destination's chain. */
  safetySecs: number
  /** The pause while only depth is missing. */
  blockTimeMs: number
  own?: OwnClaim
}

/** At least half of `safetySecs`: restarts must not halve the time away. */
export const patienceOf = (secsLeft: number, safetySecs: number): number =>
  Math.floor(Math.max(secsLeft, safetySecs) / 2)

/**
 * A relayer that keeps the secret could hand it to the market maker: so the recipient claims in time. Failing endpoints
 * and wallets end no watch. A claim that is taken back is watched for again.
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
      if (endsPursuit(error) || secsLeft() <= 0) throw error
      onError?.(error)
      // A silent or lying endpoint keeps nobody from claiming.
      if (secsLeft() < (patience ?? half)) own.begin(claimByWallet)
    }
    await sleep(pauseMs, signal)
    own.check(onError)
    if (Date.now() / 1000 >= until) return own.last
  }
}

/** For the wallet's endpoint to show a claim that others show. */
const laggingMs = 5_000

/** A repeated watch sends no second claim. */
export class OwnClaim {
  readonly #step = new LongStep<Hex | null>()
  last: Hex | null = null

  begin(claimByWallet: ClaimWatch['claimByWallet']): void {
    this.#step.begin(claimByWallet)
  }

  /** @throws an error that ends the watch. */
  check(onError: ClaimWatch['onError']): void {
    try {
      this.last = this.#step.take() ?? this.last
    } catch (error) {
      if (endsPursuit(error)) throw error
      onError?.(error)
    }
  }

  async settled(signal: AbortSignal | undefined): Promise<Hex | null> {
    const hash = await this.#step.takeWithin(laggingMs, signal).catch(() => requireGoing(signal))
    return hash ?? this.last
  }
}
