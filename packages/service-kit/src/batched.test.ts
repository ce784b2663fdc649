import { describe, expect, it } from '@jest/globals'
import { batched } from './batched.ts'

/** Work that ends when the test says so. The answer to each input is the input in upper case. */
function held(limits = { maxRunning: 1, maxInputs: 10 }) {
  const asked: (readonly string[])[] = []
  const ends: { succeed: (outputs?: string[]) => void; fail: (error: Error) => void }[] = []
  const shout = batched<string, string>({
    doMany: (inputs) => {
      asked.push(inputs)
      return new Promise((resolve, reject) => {
        const outputs = inputs.map((input) => input.toUpperCase())
        ends.push({ succeed: (others) => resolve(others ?? outputs), fail: reject })
      })
    },
    ...limits,
  })
  return { shout, asked, ends }
}

/** Resolves when every task that waits for no other one has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('batched', () => {
  it('does at once what is asked for at the same moment', async () => {
    const { shout, asked, ends } = held()
    const all = ['a', 'b', 'b'].map(shout)
    await settled()
    expect(asked).toEqual([['a', 'b', 'b']])
    ends[0]?.succeed()
    expect(await Promise.all(all)).toEqual(['A', 'B', 'B'])
  })

  it('gathers what is asked for while it is busy, and does it when it is not', async () => {
    const { shout, asked, ends } = held()
    const first = shout('a')
    await settled()
    const others = ['b', 'c'].map(shout)
    await settled()
    expect(asked).toEqual([['a']])
    ends[0]?.succeed()
    expect(await first).toBe('A')
    await settled()
    expect(asked[1]).toEqual(['b', 'c'])
    ends[1]?.succeed()
    expect(await Promise.all(others)).toEqual(['B', 'C'])
  })

  it('keeps to its limits', async () => {
    const { shout, asked, ends } = held({ maxRunning: 2, maxInputs: 2 })
    const all = ['a', 'b', 'c', 'd', 'e'].map(shout)
    await settled()
    expect(asked).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    ends[1]?.succeed()
    await settled()
    expect(asked[2]).toEqual(['e'])
    for (const { succeed } of ends) succeed()
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('fails the callers of one batch, and no other', async () => {
    const { shout, ends } = held({ maxRunning: 1, maxInputs: 2 })
    const all = Promise.allSettled(['a', 'b', 'c'].map(shout))
    await settled()
    ends[0]?.fail(new Error('connection lost'))
    await settled()
    ends[1]?.succeed()
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  })

  it('gives no caller the answer of another when one is missing', async () => {
    const { shout, ends } = held()
    const all = Promise.allSettled(['a', 'b'].map(shout))
    await settled()
    ends[0]?.succeed(['B'])
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
