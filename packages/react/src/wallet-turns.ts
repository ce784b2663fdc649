import type { InTurn } from '@tandem/sdk'
import { type Locks, locks } from './browser.ts'
import type { ConnectedWallet } from './connected-wallet.ts'

/** A wallet may leave a question unanswered for good. */
const longestWaitMs = 120_000

interface Turn {
  given: Promise<unknown>
  end: () => void
}

/** For the SDK's steps, over all tabs. */
export const inTurnOf = ({ wallet }: ConnectedWallet): InTurn =>
  makeInTurn(`tandem-wallet-${wallet.account.address.toLowerCase()}`)

/**
 * One after the other. `p-limit` knows no other tab, and would wait for an endless step without end.
 * @param options.waitMs the next step begins then beside an endless one.
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

/** No lock is waited for without end. */
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
