import { describe, expect, it } from '@jest/globals'
import { startedParts } from './started-parts.ts'

/** Parts that start when the test says so, and a list of what happened to them. */
function tellableParts() {
  const happened: string[] = []
  const part = (name: string) => {
    let resolve: (part: { stop(): Promise<void> }) => void = () => undefined
    let reject: (error: Error) => void = () => undefined
    const starting = new Promise<{ stop(): Promise<void> }>((...told) => {
      ;[resolve, reject] = told
    })
    return {
      starting,
      fail: () => reject(new Error(`${name} failed`)),
      start: () => {
        happened.push(`${name} started`)
        resolve({
          async stop() {
            happened.push(`${name} stopped`)
          },
        })
      },
    }
  }
  return { happened, part }
}

describe('parts that were started', () => {
  it('are ended the latest first, each in its own way', async () => {
    const { happened, part } = tellableParts()
    const [parts, one] = [startedParts(), part('one')]
    one.start()
    await parts.keep(one.starting)
    await parts.keep(Promise.resolve('two'), (name) => happened.push(`${name} closed`))
    await parts.end()
    expect(happened).toEqual(['one started', 'two closed', 'one stopped'])
    await parts.end()
    expect(happened).toHaveLength(3)
  })

  it('are ended when they start only after another has failed, and the failure is what is told', async () => {
    const { happened, part } = tellableParts()
    const [parts, slow, broken] = [startedParts(), part('slow'), part('broken')]
    const assembled = parts.allOrNone(() => Promise.all([parts.keep(slow.starting), parts.keep(broken.starting)]))
    broken.fail()
    // The failure is known by now, and the other part still starts.
    await expect(broken.starting).rejects.toThrow('broken failed')
    slow.start()
    await expect(assembled).rejects.toThrow('broken failed')
    expect(happened).toEqual(['slow started', 'slow stopped'])
  })

  it('are all ended when the end of one fails', async () => {
    const { happened, part } = tellableParts()
    const [parts, one] = [startedParts(), part('one')]
    one.start()
    await parts.keep(one.starting)
    await parts.keep(Promise.resolve(), () => Promise.reject(new Error('it hangs')))
    await expect(parts.end()).rejects.toThrow('it hangs')
    expect(happened).toEqual(['one started', 'one stopped'])
  })
})
