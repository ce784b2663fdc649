import { describe, expect, it } from '@jest/globals'
import { paced } from './paced.ts'

function begin(apartMs: number) {
  let count = 0
  const { ask, cancel } = paced(() => {
    count += 1
  }, apartMs)
  const until = async (isSo: (done: number) => boolean) => {
    while (!isSo(count)) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return { ask, cancel, done: () => count, until }
}

describe('paced', () => {
  it('works at once after a pause', async () => {
    const { ask, done, until } = begin(1)
    ask()
    expect(done()).toBe(1)
    ask()
    await until((count) => count === 2)
  })

  it('works once for all who ask meanwhile', async () => {
    const { ask, done, cancel } = begin(3_600_000)
    for (let asked = 0; asked < 100; asked += 1) ask()
    expect(done()).toBe(1)
    cancel()
  })

  it('does not work after it was cancelled, and works again when it is asked', async () => {
    const { ask, cancel, done, until } = begin(20)
    ask()
    ask()
    cancel()
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(done()).toBe(1)
    ask()
    await until((count) => count === 2)
  })
})
