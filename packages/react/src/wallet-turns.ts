import type { InTurn } from '@tandem/sdk'
import { type Locks, locks } from './browser.ts'
import type { ConnectedWallet } from './connected-wallet.ts'

/** Milliseconds that a step waits for the one before it, whose wallet may never answer. */
const maxWaitMs = 120_000

interface Turn {
  given: Promise<unknown>
  end: () => void
}

/**
 * Gives the steps of one wallet their turns, over all tabs: a wallet is on one chain at a time. Pass the result as `inTurn` to
 * functions of the SDK that you call beside the hooks.
 * @example
 * await retryHop(message, wallet.wallet, network, { ...evidence, inTurn: inTurnOf(wallet) })
 */
export const inTurnOf = ({ wallet }: ConnectedWallet): InTurn =>
  makeInTurn(`tandem-wallet-${wallet.account.address.toLowerCase()}`)

/**
 * Runs the steps of one name one after the other. `p-limit` does not do: it knows no other tab, and one step without an end
 * would stop all later ones.
 * @param options.waitMs milliseconds after which a step begins beside the one before it.
 */
export function makeInTurn(name: string, { waitMs = maxWaitMs, shared = locks() } = {}): InTurn {
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

/** Returns when the turn is given, when the browser refuses the lock, or when the time is up. */
async function within(waitMs: number, given: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs)
  })
  await Promise.race([given.catch(() => undefined), waited])
  clearTimeout(timer)
}

const lastOfPage = new Map<string, Promise<unknown>>()

function turnInPage(name: string): Turn {
  const given = lastOfPage.get(name) ?? Promise.resolve()
  const { ended, end } = deferred()
  const last = Promise.all([given, ended]).then(() => {
    if (lastOfPage.get(name) === last) lastOfPage.delete(name)
  })
  lastOfPage.set(name, last)
  return { given, end }
}

function turnInTabs(name: string, shared: Locks): Turn {
  const { ended, end } = deferred()
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
      leaving.abort()
    },
  }
}

function deferred(): { ended: Promise<void>; end: () => void } {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end }
}
