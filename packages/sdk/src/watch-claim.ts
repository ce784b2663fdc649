import type { Hex } from 'viem'
import type { ClaimProgress } from './evidence/read-evidence.ts'
import type { StepOptions } from './initiate/source-side.ts'
import { sleep, wakeableSleep } from './sleep.ts'
import { endsPursuit, TandemError } from './tandem-error.ts'

/**
 * Options of {@link Swap.ensureClaimed}. It waits for no turn of the wallet ({@link StepOptions}): another swap's step may hold
 * it for minutes.
 */
export interface EnsureClaimedOptions extends Pick<StepOptions, 'switchChain'> {
  /** With less seconds left than this the wallet claims; by default half of what is left at the first look. */
  patienceSecs?: number
  /** `false`: ends with the first block that shows the claim. A reorganization may take it back: the caller looks again. */
  untilDepth?: boolean
  /** Milliseconds between two looks; 2,000 by default. While a claim has to gain depth, a block's time where that is longer. */
  pollMs?: number
  /** Asked after each look that shows no claim: `false` has the wallet claim at once. */
  waitsOn?: () => Promise<boolean>
  /** Unix seconds by the application's clock: past them the watch ends after one look, whatever that shows. */
  until?: number
  /** Told of each error that the watch goes on after: the wallet's user may have to buy gas. */
  onError?: (error: unknown) => void
  /** Ends the watch with `ABORTED`. */
  signal?: AbortSignal | undefined
}

/** The facts and actions that {@link watchClaim} needs. */
export interface ClaimWatch extends Omit<EnsureClaimedOptions, 'switchChain'> {
  /** The destination in the newest block, or where it counts. */
  read: (isAtDepth: boolean) => Promise<ClaimProgress>
  /** Claims by the recipient's own transaction, where the wallet's endpoint shows no claim. */
  claimByWallet: () => Promise<Hex | null>
  /** Of the destination, unix seconds. */
  cancelAfter: number
  /** The `claim_safety_secs` of the destination's chain. */
  safetySecs: number
  untilDepth: boolean
  pollMs: number
  /** Milliseconds between two looks while the claim only has to gain depth. */
  deepeningMs: number
  /** Kept for the next watch: a wallet may answer after this one has ended. */
  own?: OwnClaim
}

/**
 * Seconds left with which the wallet claims itself: half of the seconds that are left at the first look. Each restart of the
 * application is a first look, so half of `safetySecs` is the least: restarts cannot halve the time for the wallet's claim away.
 */
export const patienceOf = (secsLeft: number, safetySecs: number): number =>
  Math.floor(Math.max(secsLeft, safetySecs) / 2)

/**
 * Watches the destination after the secret has left. A relayer that keeps the secret and does nothing could hand it to
 * the market maker, who would wait until the destination can be cancelled and then claim the source: so the recipient
 * claims by its own transaction while there is time. An endpoint, or a wallet, that fails for now ends no watch before, and
 * a claim that a reorganization takes back is watched for again. Where the destination cannot be read, the wallet claims by
 * the application's clock. The watch goes on while the wallet claims: it may never say how that ended.
 *
 * @returns the transaction that the recipient's wallet sent last, or `null` when it sent none.
 * @throws TandemError `ORDER_FINAL` when the destination went unclaimed; what {@link endsPursuit} names; the last error of a
 * look, once the destination is over by the application's clock.
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
      // An endpoint that is down, or lies, keeps nobody from claiming.
      if (secsLeft() < (patience ?? half)) own.begin(claimByWallet)
    }
    await sleep(pauseMs, signal)
    own.check(onError)
    if (Date.now() / 1000 >= until) return own.last()
  }
}

/** Milliseconds that the wallet's endpoint gets to show the claim that others show already. */
const laggingMs = 5_000

/** The wallet's claims beside the watches of a swap. */
export type OwnClaim = ReturnType<typeof ownClaim>

/** The wallet's claims beside a watch, one at a time: a watch that is begun again sends no second one beside it. */
export function ownClaim() {
  let last: Hex | null = null
  let claiming: Promise<void> | undefined
  let failures: unknown[] = []
  return {
    begin(claimByWallet: ClaimWatch['claimByWallet']) {
      // A failure that the watch has not seen yet may be its user's refusal.
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
    /** @throws the error of a claim that ends the watch. */
    check(onError: ClaimWatch['onError']) {
      const seen = failures
      failures = []
      for (const error of seen) {
        if (endsPursuit(error)) throw error
        onError?.(error)
      }
    },
    last: () => last,
    /** Once the chain shows a claim. */
    async settled(signal: AbortSignal | undefined) {
      const onWake = (wake: () => void) => void claiming?.finally(wake)
      if (claiming !== undefined) await wakeableSleep(laggingMs, { signal, onWake })
      return last
    },
  }
}
