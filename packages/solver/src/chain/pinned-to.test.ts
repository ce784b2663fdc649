import { describe, expect, it } from '@jest/globals'
import { createClient, custom, toHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { pinnedTo } from './pinned-to.ts'

function endpoint(chainId: { is: number }, height: bigint) {
  const asked: string[] = []
  const transport = custom(
    {
      request: async ({ method }: { method: string }) => {
        asked.push(method)
        return method === 'eth_chainId' ? toHex(chainId.is) : toHex(height)
      },
    },
    { retryCount: 0 },
  )
  return { asked, transport }
}

describe('pinnedTo', () => {
  it('lets nothing through to an endpoint of another chain', async () => {
    const { asked, transport } = endpoint({ is: 2 }, 5n)
    const client = createClient({ transport: pinnedTo(1, transport), cacheTime: 0 })
    await expect(getBlockNumber(client)).rejects.toMatchObject({ fault: 'wrong_data', message: 'is of chain 2, not 1' })
    expect(new Set(asked)).toEqual(new Set(['eth_chainId']))
  })

  it('finds out an endpoint that is pointed elsewhere after the start', async () => {
    const chainId = { is: 1 }
    let now = 0
    const { transport } = endpoint(chainId, 5n)
    const client = createClient({ transport: pinnedTo(1, transport, { now: () => now }), cacheTime: 0 })
    expect(await getBlockNumber(client)).toBe(5n)
    chainId.is = 2
    now += 60_000
    await expect(getBlockNumber(client)).rejects.toMatchObject({ fault: 'wrong_data' })
  })

  it('asks an endpoint for its chain once in a while', async () => {
    let now = 0
    const { asked, transport } = endpoint({ is: 1 }, 5n)
    const client = createClient({ transport: pinnedTo(1, transport, { now: () => now }), cacheTime: 0 })
    for (let times = 0; times < 3; times += 1) await getBlockNumber(client)
    expect(asked).toEqual(['eth_chainId', 'eth_blockNumber', 'eth_blockNumber', 'eth_blockNumber'])
    now += 60_000
    await getBlockNumber(client)
    expect(asked.slice(4)).toEqual(['eth_chainId', 'eth_blockNumber'])
  })
})
