import { describe, expect, it } from '@jest/globals'
import { createClient, custom, type RpcError, type Transport, toHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { standby } from './standby.ts'

/** An endpoint at this height, or one that behaves otherwise; it counts the questions. */
function endpoint(answer: () => Promise<unknown>): { transport: Transport; asked: () => number } {
  let asked = 0
  const request = async () => {
    asked += 1
    return answer()
  }
  return { transport: custom({ request }, { retryCount: 0 }), asked: () => asked }
}
const at = (height: bigint) => endpoint(async () => toHex(height))
const hanging = () => endpoint(() => new Promise(() => undefined))
const failing = (error: Error) => endpoint(() => Promise.reject(error))

const heightOf = (transport: Transport) => getBlockNumber(createClient({ transport, cacheTime: 0 }))

describe('standby', () => {
  it('asks the first endpoint that answers', async () => {
    const [down, first, second] = [failing(new Error('down')), at(1n), at(2n)]
    const transport = standby([down, first, second].map((one) => one.transport))
    expect(await heightOf(transport)).toBe(1n)
    expect([down.asked(), first.asked(), second.asked()]).toEqual([1, 1, 0])
  })

  it('asks an endpoint that hangs once, and again after a pause that doubles', async () => {
    let now = 0
    const [first, second] = [hanging(), at(2n)]
    const transport = standby([first.transport, second.transport], { patienceMs: 1_000, now: () => now })
    const askedIn = async (times: number) => {
      for (let time = 0; time < times; time += 1) expect(await heightOf(transport)).toBe(2n)
      return first.asked()
    }
    expect(await askedIn(5)).toBe(1)
    now = 10_000
    expect(await askedIn(5)).toBe(2)
    now = 29_999
    expect(await askedIn(5)).toBe(2)
    now = 30_000
    expect(await askedIn(5)).toBe(3)
  }, 60_000)

  it('asks one that hangs all the same where no other answers', async () => {
    let isAwake = false
    const first = endpoint(() => (isAwake ? Promise.resolve(toHex(1n)) : new Promise(() => undefined)))
    const isDown = { value: false }
    const second = endpoint(() => (isDown.value ? Promise.reject(new Error('down')) : Promise.resolve(toHex(2n))))
    const transport = standby([first.transport, second.transport])
    expect(await heightOf(transport)).toBe(2n)
    isAwake = true
    isDown.value = true
    expect(await heightOf(transport)).toBe(1n)
  }, 60_000)

  it('takes an error of the call itself for an answer', async () => {
    const reverted = Object.assign(new Error('execution reverted'), { code: 3 }) as unknown as RpcError
    const [first, second] = [failing(reverted), at(2n)]
    await expect(heightOf(standby([first.transport, second.transport]))).rejects.toThrow('execution reverted')
    expect(second.asked()).toBe(0)
  })

  it.each(['eth_sendTransaction', 'eth_signTransaction', 'eth_signTypedData_v4', 'personal_sign', 'wallet_sendCalls'])(
    'asks the first alone for %s, which each endpoint would do by itself',
    async (method) => {
      const [first, second] = [failing(new Error('gone')), at(2n)]
      const client = createClient({ transport: standby([first.transport, second.transport], { retryCount: 0 }) })
      await expect(client.request({ method, params: [] } as never)).rejects.toMatchObject({ details: 'gone' })
      expect([first.asked(), second.asked()]).toEqual([1, 0])
    },
  )

  it('sends signed bytes to the next one, too, where the first does not answer: they do the same there', async () => {
    const [first, second] = [hanging(), endpoint(async () => '0xaa')]
    const client = createClient({ transport: standby([first.transport, second.transport]) })
    expect(await client.request({ method: 'eth_sendRawTransaction', params: ['0x02'] } as never)).toBe('0xaa')
    expect([first.asked(), second.asked()]).toEqual([1, 1])
  }, 60_000)

  it('asks all again as often as it is told', async () => {
    const [first, second] = [failing(new Error('one')), failing(new Error('other'))]
    const transport = standby([first.transport, second.transport], { retryCount: 0 })
    await expect(heightOf(transport)).rejects.toMatchObject({ details: 'other' })
    expect([first.asked(), second.asked()]).toEqual([1, 1])
  })

  it('fails with the last error where all fail', async () => {
    const [first, second] = [failing(new Error('one')), failing(new Error('other'))]
    const transport = standby([first.transport, second.transport])
    await expect(heightOf(transport)).rejects.toMatchObject({ details: 'other' })
  }, 60_000)
})
