import { describe, expect, it } from '@jest/globals'
import { onPort } from './free-port.ts'

describe('onPort', () => {
  it('tries another port when the free one was taken in between', async () => {
    const tried: number[] = []
    await onPort(undefined, async (port) => {
      tried.push(port)
      if (tried.length < 3) throw new Error('taken')
    })
    expect(tried).toHaveLength(3)
  })

  it('gives up after three', async () => {
    let tries = 0
    const start = async () => {
      tries += 1
      throw new Error('taken')
    }
    await expect(onPort(undefined, start)).rejects.toThrow('taken')
    expect(tries).toBe(3)
  })

  it('tries a port that was asked for only once', async () => {
    const tried: number[] = []
    const start = async (port: number) => {
      tried.push(port)
      throw new Error('taken')
    }
    await expect(onPort(4321, start)).rejects.toThrow('taken')
    expect(tried).toEqual([4321])
  })
})
