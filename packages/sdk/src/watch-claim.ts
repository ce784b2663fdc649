import type { Hex } from 'viem'
import type { ClaimProgress } from './evidence/read-evidence.ts'
import type { StepOptions } from './initiate/source-side.ts'
import { sleep, wakeableSleep } from './sleep.ts'
import { endsPursuit, TandemError } from './tandem-error.ts'

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
  untilDepth: boolean
  pollMs: number
  /** While only depth is missing. */
  deepeningMs: number
  own?: OwnClaim
}

/** At least half of `safetySecs`: restarts must not halve the time away. */
export const patienceOf = (secsLeft: number, safetySecs: number): number =>
  Math.floor(Math.max(secsLeft, safetySecs) / 2)

/**
 * A relayer that keeps the secret could hand it to the market maker: so the recipient claims in time. Failing endpoints
 * and wallets end no watch. A claim that is taken back is watched for again.
 * @returns the wallet's last transaction, or `null`.
 * @throws `ORDER_FINAL` when it went unclaimed; errors of {@link endsPursuit}; the last error after the
 * destination's time.
 */
export async function watchClaim(watch: ClaimWatch): Promise<Hex | null> {
  const { read, untilDepth, cancelAfter, safetySecs, until = Number.POSITIVE_INFINITY } = watch
  const { waitsOn, onError, pollMs, signal } = watch
  const secsLeft = () => cancelAfter - Date.now() / 1000
  const half = patienceOf(secsLeft(), safetySecs)
  let patience = watch.patienceSecs
  const { own = ownClaim(), claimByWallet } = watch
  own.check(onError)
  for (;;) {
    let pauseMs = pollMs
    try {
      const latest = await read(false)
      if (latest.isClaimed || latest.isOver) {
        pauseMs = watch.deepeningMs
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
    if (Date.now() / 1000 >= until) return own.last()
  }
}

/** For the wallet's endpoint to show a claim that others show. */
const laggingMs = 5_000

export type OwnClaim = ReturnType<typeof ownClaim>

/** One at a time: a repeated watch sends no second claim. */
export function ownClaim() {
  let last: Hex | null = null
  let claiming: Promise<void> | undefined
  let failures: unknown[] = []
  return {
    begin(claimByWallet: ClaimWatch['claimByWallet']) {
      // An unseen failure may be the user's refusal.
      if (failures.length > 0) return
      claiming ??= claimByWallet()
        .then(
          (hash) => {
            last = hash ?? last
          },
          (error: unknown) => {
            failures.push(error)
          },
        )
        .finally(() => {
          claiming = undefined
        })
    },
    /** @throws an error that ends the watch. */
    check(onError: ClaimWatch['onError']) {
      const seen = failures
      failures = []
      for (const error of seen) {
        if (endsPursuit(error)) throw error
        onError?.(error)
      }
    },
    last: () => last,
    async settled(signal: AbortSignal | undefined) {
      const onWake = (wake: () => void) => void claiming?.finally(wake)
      if (claiming !== undefined) await wakeableSleep(laggingMs, { signal, onWake })
      return last
    },
  }
}
