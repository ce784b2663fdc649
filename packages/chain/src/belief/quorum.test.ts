import { describe, expect, it } from '@jest/globals'
import type { Client } from 'viem'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointError } from '../endpoint/fault.ts'
import { makeQuorum, type QuorumObserver } from './quorum.ts'

type Say = () => Promise<string>
const says =
  (text: string): Say =>
  async () =>
    text
const hangs: Say = () => new Promise(() => undefined)
const fails: Say = () => Promise.reject(new EndpointError('refused', 'no'))

/**
 * Makes a quorum whose endpoints give these answers, and collects the names of the endpoints in the order in which they
 * were asked.
 */
function quorumOf(saying: readonly Say[], observer: QuorumObserver = {}) {
  const asked: string[] = []
  const endpoints: Endpoint[] = saying.map((_say, index) => ({ name: `e${index}`, client: {} as Client }))
  const quorum = makeQuorum(endpoints, { chain: 'devnet', budgetMs: 2_000, observer })
  const ask = () =>
    quorum.ask(
      (endpoint) => {
        asked.push(endpoint.name)
        return (saying[endpoints.indexOf(endpoint)] as Say)()
      },
      { name: 'word' },
    )
  return { quorum, ask, asked }
}

describe('a quorum', () => {
  it('believes the only endpoint of a chain', async () => {
    expect(await quorumOf([says('a')]).ask()).toEqual({ kind: 'single', value: 'a' })
  })

  it('asks as many endpoints as must agree, and no more', async () => {
    const { ask, asked } = quorumOf([says('a'), says('a'), says('a')])
    expect(await ask()).toEqual({ kind: 'agreed', value: 'a' })
    expect(asked).toEqual(['e0', 'e1'])
  })

  it.each([
    ['lies', says('b')],
    ['fails', fails],
    ['hangs', hangs],
  ])('believes two endpoints of three when the one that is asked first %s', async (_what, liar) => {
    expect(await quorumOf([liar, says('a'), says('a')]).ask()).toEqual({ kind: 'agreed', value: 'a' })
  })

  it.each([
    ['lies', says('b'), 'disputed'],
    ['fails', fails, 'waiting'],
    ['hangs', hangs, 'waiting'],
  ])('believes nothing when one endpoint of two %s', async (_what, liar, kind) => {
    expect(await quorumOf([says('a'), liar]).ask()).toMatchObject({ kind })
  })

  it('asks an endpoint after the others once it has hung', async () => {
    const { ask, asked } = quorumOf([hangs, says('a'), says('a')])
    await ask()
    asked.length = 0
    await ask()
    // Which of the others comes first depends on which answered faster, so they are sorted.
    expect(asked.sort()).toEqual(['e1', 'e2'])
  })

  it('names the endpoint that contradicts the others, and asks it last', async () => {
    const contradicted: string[] = []
    const { ask, asked } = quorumOf([says('b'), says('a'), says('a')], {
      contradicted: (endpoint) => contradicted.push(endpoint),
    })
    await ask()
    asked.length = 0
    await ask()
    expect([contradicted, asked.sort()]).toEqual([['e0'], ['e1', 'e2']])
  })

  it('asks an endpoint again that fails for a moment', async () => {
    let times = 0
    const flickers: Say = () => {
      times += 1
      return times === 1 ? Promise.reject(new Error('socket hang up')) : Promise.resolve('a')
    }
    expect(await quorumOf([flickers]).ask()).toEqual({ kind: 'single', value: 'a' })
  })

  it('takes the first proof, from whichever endpoint has it', async () => {
    const { quorum } = quorumOf([fails, fails, says('a')])
    const prove = quorum.prove(
      ({ name }) => (name === 'e2' ? Promise.resolve('proof') : Promise.reject(new EndpointError('refused', 'no'))),
      { name: 'proof' },
    )
    expect(await prove).toEqual({ kind: 'proven', value: 'proof' })
  })

  it('verifies an endpoint before its first answer counts', async () => {
    const quorum = makeQuorum(
      ['e0', 'e1', 'e2'].map((name) => ({ name, client: {} as Client })),
      {
        chain: 'devnet',
        budgetMs: 2_000,
        verify: async ({ name }) => {
          if (name === 'e0') throw new EndpointError('wrong_data', 'another chain')
        },
      },
    )
    const belief = await quorum.ask(async ({ name }) => (name === 'e0' ? 'lie' : 'a'), { name: 'word' })
    expect(belief).toEqual({ kind: 'agreed', value: 'a' })
  })
})
