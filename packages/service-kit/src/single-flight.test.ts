import { describe, expect, it } from '@jest/globals'
import { singleFlight } from './single-flight.ts'

/** Questions that get their answers when the test says so. */
function scene() {
  const asked: { key: string; resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const ask = singleFlight(
    (key: string) => new Promise<string>((resolve, reject) => asked.push({ key, resolve, reject })),
  )
  return { ask, asked }
}

describe('singleFlight', () => {
  it('asks once while the answer for a key is under way, and for each key', async () => {
    const { ask, asked } = scene()
    const answers = Promise.all([ask('a'), ask('b'), ask('a')])
    expect(asked.map(({ key }) => key)).toEqual(['a', 'b'])
    asked[0]?.resolve('of a')
    asked[1]?.resolve('of b')
    await expect(answers).resolves.toEqual(['of a', 'of b', 'of a'])
  })

  it('asks anew after an answer, and after a failure', async () => {
    const { ask, asked } = scene()
    const failed = Promise.allSettled([ask('a'), ask('a')])
    asked[0]?.reject(new Error('no'))
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const second = ask('a')
    asked[1]?.resolve('second')
    await expect(second).resolves.toBe('second')
    const third = ask('a')
    asked[2]?.resolve('third')
    await expect(third).resolves.toBe('third')
  })
})
