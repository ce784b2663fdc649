/**
 * An endpoint of each chain tells the solver every kind of lie. The solver funds what it should, claims what it may,
 * and nothing more.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  brokenRule,
  type Endpoints,
  endpointsWith,
  type Finding,
  knownIn,
  limitOf,
  note,
  type Outcome,
  overHttp,
  type Play,
  playsOf,
  stateLies,
} from '@tandem/chain/lies'
import { encodeClaim } from '@tandem/escrow'
import { agree, type OneOrder, oneOrder, startWorlds, type Worlds } from './support/one-order.ts'

const sample = ['hangs', '429_for_an_hour', 'other_hashes', 'nonce_million', 'thief']

/** Cases that break a rule today. A case whose rule holds again fails its test, and is then removed from this list. */
const knownFindings: readonly Finding[] = []

let worlds: Worlds
beforeAll(async () => {
  worlds = await startWorlds()
})
afterAll(() => worlds.stop())

const endpointsIn = ({ a, b }: { a: Endpoints; b: Endpoints }) => ({
  a: a.urls.map((url) => ({ url })),
  b: b.urls.map((url) => ({ url })),
})

async function withLiars<T>(
  { lie, layout }: Play,
  work: (ends: { a: Endpoints; b: Endpoints }) => Promise<T>,
): Promise<T> {
  const endsOf = (name: 'a' | 'b') =>
    endpointsWith({
      ...{ ...layout, lie, chain: worlds[name].truth.rpcUrl },
      scene: { shadow: overHttp(worlds[name].shadow.rpcUrl), limitMs: 3_000 },
    })
  const ends = { a: await endsOf('a'), b: await endsOf('b') }
  try {
    return await work(ends)
  } finally {
    await Promise.all([ends.a.stop(), ends.b.stop()])
  }
}

/** Lets the solver check the order, and mines blocks, until `isSo` holds or the time is over. */
async function checkUntil({ begin }: OneOrder, isSo: () => Promise<boolean>, until: number): Promise<boolean> {
  while (performance.now() < until) {
    // When the check ends first, the pause goes on. Its timer must not keep the process alive.
    await Promise.race([begin(), pause(until - performance.now(), undefined, { ref: false })])
    await Promise.all([worlds.mine('a'), worlds.mine('b')])
    if (await isSo()) return true
    await pause(50)
  }
  return false
}

const play = (one: Play, limitMs: number): Promise<Outcome> =>
  withLiars(one, async (ends) => {
    const agreed = await agree(worlds)
    const order = await oneOrder(worlds, agreed, endpointsIn(ends))
    await worlds.fund('a', 'truth', agreed.terms.a, 0)
    ends.a.begin()
    ends.b.begin()
    const began = performance.now()
    const until = began + limitMs
    const isFunded = await checkUntil(order, async () => (await worlds.stateOf(agreed, 'b')) === 'open', until)
    if (isFunded) await worlds.send('b', 'truth', 0, encodeClaim(agreed.terms.b, agreed.secret))
    const isClaimed =
      isFunded && (await checkUntil(order, async () => (await worlds.stateOf(agreed, 'a')) === 'claimed', until))
    order.stop()
    return { fooled: false, stopped: !isClaimed, seconds: (performance.now() - began) / 1_000 }
  })

const playUnfunded = (one: Play): Promise<Outcome> =>
  withLiars(one, async (ends) => {
    const agreed = await agree(worlds)
    const order = await oneOrder(worlds, agreed, endpointsIn(ends))
    await worlds.fund('a', 'shadow', agreed.terms.a, 0)
    ends.a.begin()
    const began = performance.now()
    const isFunded = async () => (await worlds.stateOf(agreed, 'b')) === 'open'
    const fooled = await checkUntil(order, isFunded, began + 3_000)
    order.stop()
    return { fooled, stopped: false, seconds: (performance.now() - began) / 1_000 }
  })

describe('a destination is funded and its source claimed, though there is', () => {
  it.each(playsOf(sample))('%s', async (_name, one) => {
    const known = knownIn(knownFindings, one)
    const outcome = await play(one, limitOf(one, known))
    note('solver', one, outcome)
    expect(brokenRule(outcome, one.layout)).toBe(known)
  })
})

describe('nothing is funded where no source stands, though there is', () => {
  it.each(playsOf(['other_state'], stateLies))('%s', async (_name, one) => {
    const outcome = await playUnfunded(one)
    note('solver, no vault', one, outcome)
    expect(brokenRule(outcome, one.layout)).toBe(undefined)
  })
})
