import { nonceReach } from '@tandem/sending'
import { type AccountPanel, byTwo } from './account-panel.ts'

/** The nonces of one account on one chain, as far as this process uses them. */
export interface Nonces {
  /** Takes the next nonce. Calls must not overlap. @throws the reader's error. */
  take(): Promise<number>
  /** A nonce that was taken is used. */
  giveUp(nonce: number): void
  /** A transaction of ours was mined at the nonce, as enough endpoints say. */
  noteMined(nonce: number): void
  /**
   * Nonces below the taken ones that no transaction of ours fills, and that hold all of ours up: the lowest few. They are taken by
   * this.
   *
   * @param rounds how often a transaction was offered that is not mined.
   */
  gapsBelow(used: number, rounds: number): number[]
  /** How many nonces the account has used in the latest block. @throws the reader's error. */
  used(): Promise<number>
  /** The same, with those that lie in the pool, and whether they are so many as can be believed. @throws the reader's error. */
  pooled(): Promise<{ used: number; pending: number; isInReach: boolean }>
  /**
   * Why no other transaction waits any longer for one that no two endpoints show mined; `undefined` while they do. Then the
   * chain is asked anew where to go on, and where the endpoints differ, those are believed that were not before.
   *
   * @param rounds how often it was offered.
   * @param isShownUsed whether the nonce is used as the first endpoint says, and the receipt was looked for again and again.
   * @param isTold whether an endpoint alone has given an end of it already: then the word of two is asked for, and nothing else
   * changes.
   */
  problemOf(
    nonce: number,
    seen: { rounds: number; isShownUsed: boolean; isTold: boolean },
  ): Promise<NonceProblem | undefined>
}

export interface NonceProblem {
  reason: string
  /** Whether enough endpoints say so that nothing can be mined at the nonce any more, or the nonce is of no use. */
  isFinal: boolean
}

/** A transaction is offered so often before an endpoint is believed that says alone why it is not mined. */
const mostRounds = 4

/** So often before nonces are filled at which two endpoints have shown a receipt: it may be of before a reorg. */
const mostRoundsForReceipts = 8

/** Gaps that are filled at once: an endpoint that has stopped shows one for every transaction since. */
const mostGaps = 4

const usedByAnother = 'another transaction of the account used the nonce'

type Count = (blockTag: 'latest' | 'pending') => Promise<{ counted: number; isByEnough: boolean }>

async function readPooled(count: Count, reachOfOne: number): ReturnType<Nonces['pooled']> {
  const [latest, pending] = await Promise.all([count('latest'), count('pending')])
  const reach = latest.isByEnough && pending.isByEnough ? nonceReach : reachOfOne
  const isInReach = pending.counted <= latest.counted + reach
  return { used: latest.counted, pending: pending.counted, isInReach }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

/**
 * The chain says where to begin whenever nothing is under way, so that a restart needs no memory; between, the counter is
 * ours, because a node may be behind. Where two endpoints count differently, the lower count is taken first: a nonce that is used
 * is noticed, and then the higher one is taken, until a transaction at that is not mined.
 *
 * @param reachOfOne the reach as long as one of several endpoints alone has answered.
 */
export function makeNonces(panel: Pick<AccountPanel, 'counts' | 'least'>, reachOfOne: number): Nonces {
  const [taken, gaps] = [new Set<number>(), new Set<number>()]
  /** Taken on the highest count alone, which may be a lie. */
  const doubtful = new Set<number>()
  /** Taken on the count of one endpoint, where the others did not answer. */
  const ofOne = new Set<number>()
  let isBegunByOne = false
  let next: number | undefined
  let isHighestBelieved = false
  /** Nonces below this one need not be filled: an endpoint that lags counts fewer. */
  let minedTo = 0
  const count: Count = async (blockTag) => {
    const counts = await panel.counts(blockTag)
    if (counts[0] === counts[1]) isHighestBelieved = false
    const counted = (isHighestBelieved ? counts[0] : byTwo(counts)) ?? 0
    return { counted, isByEnough: counts.length >= panel.least }
  }
  /** While the lower count is believed, doubtful ones are far above the others. */
  const countedOn = () => [...taken].filter((nonce) => isHighestBelieved || !doubtful.has(nonce))
  const reachOf = (nonce: number) => (ofOne.has(nonce) ? reachOfOne : nonceReach)
  /** Where to go on from here: nothing is known of the chain but what it says, and which nonces of ours are under way. */
  const begin = (pending: number): number =>
    Math.max(pending, ...countedOn().flatMap((nonce) => (nonce < pending + reachOf(nonce) ? [nonce + 1] : [])))

  async function nextNow(): Promise<number> {
    if (next !== undefined && taken.size > 0) return next
    const { counted, isByEnough } = await count('pending')
    if (next === undefined) isBegunByOne = !isByEnough
    if (next === undefined) return begin(counted)
    // Beyond what we have used ourselves by one that alone answers, or far beyond it: a lie. Each nonce between would cost a transfer.
    return !isByEnough || counted > next + nonceReach ? next : Math.max(next, counted)
  }

  const askAnew = (isHighest: boolean, reason: string): NonceProblem => {
    isHighestBelieved = isHighest
    next = undefined
    return { reason, isFinal: panel.least === 1 }
  }

  return {
    async take() {
      const nonce = await nextNow()
      next = nonce + 1
      taken.add(nonce)
      if (isHighestBelieved) doubtful.add(nonce)
      if (isBegunByOne) ofOne.add(nonce)
      return nonce
    },
    giveUp(nonce) {
      for (const set of [taken, doubtful, ofOne, gaps]) set.delete(nonce)
    },
    noteMined(nonce) {
      minedTo = Math.max(minedTo, nonce + 1)
    },
    gapsBelow(used, rounds) {
      const lowest = Math.min(...countedOn())
      if (!Number.isFinite(lowest) || lowest > used + reachOf(lowest)) return []
      const from = rounds < mostRoundsForReceipts ? Math.max(used, minedTo) : used
      const found = range(from, Math.min(lowest, from + mostGaps - gaps.size))
      for (const gap of found) for (const set of [taken, gaps]) set.add(gap)
      return found
    },
    used: async () => (await count('latest')).counted,
    pooled: () => readPooled(count, reachOfOne),
    async problemOf(nonce, { rounds, isShownUsed, isTold }) {
      const counts = await panel.counts('latest').catch(() => [])
      const [highest, lowest] = [counts[0] ?? 0, counts.at(-1) ?? nonce]
      if ((isShownUsed || isTold) && counts.length >= panel.least && (byTwo(counts) ?? 0) > nonce) {
        if (!isTold) next = undefined
        return { reason: usedByAnother, isFinal: true }
      }
      if (isTold || rounds < mostRounds) return undefined
      if (doubtful.has(nonce) && lowest < nonce && lowest < highest)
        return askAnew(false, `the nonce is of the highest count alone: ${nonce}, and ${lowest} are used`)
      if (highest > nonce) return askAnew(true, usedByAnother)
      if (nonce <= lowest + reachOf(nonce)) return undefined
      return { ...askAnew(false, `the nonce is out of reach: ${nonce}, and ${lowest} are used`), isFinal: true }
    },
  }
}
