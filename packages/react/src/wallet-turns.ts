import type { InTurn } from '@tandem/sdk'
import { type Locks, locks } from './browser.ts'
import type { ConnectedWallet } from './connected-wallet.ts'

/**
 * How long a step waits for the one before it, in milliseconds. A wallet may leave a question unanswered for good, and a
 * claim of another swap must not be late for it. A step that waits no longer still asserts its chain.
 */
const longestWaitMs = 120_000

/** A place in the queue of a wallet. */
interface Turn {
  /** Resolves when every step before this one has ended. */
  given: Promise<unknown>
  end: () => void
}

/**
 * The turns of a wallet: hand it to the SDK's steps that share the wallet with the swaps of this page. All tabs share them,
 * where the browser has locks.
 */
export const inTurnOf = ({ wallet }: ConnectedWallet): InTurn =>
  makeInTurn(`tandem-wallet-${wallet.account.address.toLowerCase()}`)

/**
 * Has the steps of one name begin one after the other, whether the one before succeeded or not.
 *
 * @param options.waitMs milliseconds after which the next step begins beside an endless one.
 */
export function makeInTurn(name: string, { waitMs = longestWaitMs, shared = locks() } = {}): InTurn {
  return async (step) => {
    const turn = shared === undefined ? turnInPage(name) : turnInTabs(name, shared)
    try {
      await within(waitMs, turn.given)
      return await step()
    } finally {
      turn.end()
    }
  }
}

/** Waits so long at most. A browser that gives no lock at all is not waited for: a claim must not be late for it. */
async function within(waitMs: number, given: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs)
  })
  await Promise.race([given.catch(() => undefined), waited])
  clearTimeout(timer)
}

/** By name: resolves when all steps so far have ended. */
const lastOfPage = new Map<string, Promise<unknown>>()

function turnInPage(name: string): Turn {
  const given = lastOfPage.get(name) ?? Promise.resolve()
  const { ended, end } = ending()
  const last = Promise.all([given, ended]).then(() => {
    if (lastOfPage.get(name) === last) lastOfPage.delete(name)
  })
  lastOfPage.set(name, last)
  return { given, end }
}

function turnInTabs(name: string, shared: Locks): Turn {
  const { ended, end } = ending()
  const leaving = new AbortController()
  const given = new Promise<void>((resolve, reject) => {
    const hold = () => {
      resolve()
      return ended
    }
    shared.request(name, { signal: leaving.signal }, hold).catch(reject)
  })
  return {
    given,
    end: () => {
      end()
      // Leaves a place that was not given yet.
      leaving.abort()
    },
  }
}

function ending(): { ended: Promise<void>; end: () => void } {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end }
}
