/** Tests the lies themselves: their table, and that a forged branch passes the same proofs as blocks of a real EVM. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { type Hex, toHex } from 'viem'
import type { Block, Receipt } from '../src/lies/answers.ts'
import { bloomOf, rootOfOne, sealed } from '../src/lies/header.ts'
import { allLies, endpointsWith, type LyingEndpoint, layouts, lieNamed, overHttp } from '../src/lies/index.ts'

let anvil: LocalAnvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 907 })
  const [from] = (await ask(anvil.rpcUrl, 'eth_accounts')) as Hex[]
  // The code is PUSH1 7 PUSH1 0 PUSH1 0 LOG1: it logs one topic.
  await ask(anvil.rpcUrl, 'anvil_setCode', emitter, '0x600760006000a1')
  for (let sent = 0; sent < 5; sent += 1)
    await ask(anvil.rpcUrl, 'eth_sendTransaction', { from, to: emitter, gas: '0xc350' })
})
afterAll(() => anvil.stop())

const emitter: Hex = '0x00000000000000000000000000000000000000ee'
async function ask<T>(url: string, method: string, ...params: unknown[]): Promise<T> {
  const said = await overHttp(url)({ method, params })
  if ('error' in said) throw new Error(said.error.message)
  return said.result as T
}

describe('allLies', () => {
  it('have names of their own and plain sentences', () => {
    const names = allLies.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    for (const { describes } of allLies) expect(describes).toMatch(/^[a-z].+[^.]$/)
  })

  it('are told by one endpoint of each layout, once that begins', async () => {
    for (const layout of layouts) {
      const ends = await endpointsWith({ ...layout, chain: anvil.rpcUrl, lie: lieNamed('other_chain') })
      const chainIds = () => Promise.all(ends.urls.map((url) => ask<Hex>(url, 'eth_chainId')))
      expect((await chainIds()).every((id) => id === '0x38b')).toBe(true)
      ends.begin()
      expect((await chainIds()).indexOf('0x1')).toBe(layout.at === 'first' ? 0 : layout.of - 1)
      ends.end()
      expect(await chainIds()).not.toContain('0x1')
      await ends.stop()
    }
  })
})

describe('what a liar makes', () => {
  it('has the hash, the receipts’ root and the bloom that a true block has', async () => {
    const block = await ask<Block>(anvil.rpcUrl, 'eth_getBlockByNumber', 'latest', false)
    const [receipt] = await ask<(Receipt & Parameters<typeof rootOfOne>[0])[]>(
      anvil.rpcUrl,
      'eth_getBlockReceipts',
      block.number,
    )
    expect(sealed(block).hash).toBe(block.hash)
    expect(rootOfOne(receipt as never)).toBe(block.receiptsRoot)
    expect(bloomOf(receipt?.logs[0] as never)).toBe(block.logsBloom)
  })

  it.each([
    ['ahead_60', 60],
    ['fork_3', 0],
    ['fork_10', 1],
  ])(
    '%s: its headers hash to what they name and link down to the true chain, and grow with it',
    async (name, beyond) => {
      const topics = [toHex(5, { size: 32 })]
      const scene = { log: { address: emitter, topics, data: '0x' as const } }
      const { liar, begin, stop } = await endpointsWith({
        of: 1,
        at: 'first',
        chain: anvil.rpcUrl,
        scene,
        lie: lieNamed(name),
      })
      begin()
      await expectLinked(liar, beyond)
      await ask(anvil.rpcUrl, 'evm_mine')
      await expectLinked(liar, beyond)
      const logs = await ask<{ topics: Hex[]; blockHash: Hex }[]>(liar.url, 'eth_getLogs', {
        fromBlock: '0x0',
        toBlock: toHex(1000),
      })
      const forged = logs.filter((log) => log.topics[0] === topics[0])
      expect(forged).toHaveLength(1)
      const [receipt] = await ask<Receipt[]>(liar.url, 'eth_getBlockReceipts', forged[0]?.blockHash)
      const block = await ask<Block>(liar.url, 'eth_getBlockByHash', forged[0]?.blockHash, false)
      expect(rootOfOne(receipt as never)).toBe(block.receiptsRoot)
      await stop()
    },
  )

  async function expectLinked(liar: LyingEndpoint, beyond: number): Promise<void> {
    const [truth, head] = await Promise.all([anvil.rpcUrl, liar.url].map((url) => ask<Hex>(url, 'eth_blockNumber')))
    expect(Number(head)).toBeGreaterThanOrEqual(Number(truth) + beyond)
    let child = await ask<Block>(liar.url, 'eth_getBlockByNumber', 'latest', false)
    for (let number = Number(head) - 1; number >= 0; number -= 1) {
      const parent = await ask<Block>(liar.url, 'eth_getBlockByNumber', toHex(number), false)
      expect(sealed(child).hash).toBe(child.hash)
      expect([Number(parent.number), parent.hash]).toEqual([number, child.parentHash])
      child = parent
    }
    expect(child).toEqual(await ask(anvil.rpcUrl, 'eth_getBlockByNumber', '0x0', false))
  }
})
