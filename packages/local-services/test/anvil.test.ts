import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createPublicClient, createTestClient, http, parseEther, webSocket } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type LocalAnvil, startAnvil } from '../src/index.ts'

const clientOf = (anvil: LocalAnvil) => createPublicClient({ transport: http(anvil.rpcUrl), pollingInterval: 50 })

describe('startAnvil', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  it('serves a funded chain over HTTP and WebSocket', async () => {
    const anvil = await startAnvil({ chainId: 31401, timestamp: 1_800_000_000 })
    const client = clientOf(anvil)
    expect(await client.getChainId()).toBe(31401)
    expect((await client.getBlock({ blockNumber: 0n })).timestamp).toBe(1_800_000_000n)
    expect(anvil.accounts).toHaveLength(10)
    for (const { address, privateKey } of anvil.accounts) {
      expect(privateKeyToAccount(privateKey).address).toBe(address)
      expect(await client.getBalance({ address })).toBe(parseEther('10000'))
    }
    const socket = webSocket(anvil.wsUrl)({})
    expect(await socket.request({ method: 'eth_chainId' })).toBe('0x7aa9')
    ;(await socket.value?.getRpcClient())?.close()
    await anvil.stop()
  })

  it('mines on an interval when told to', async () => {
    const anvil = await startAnvil({ chainId: 31402, blockTimeSecs: 1, mixedMining: true })
    const block = await new Promise<bigint>((resolve) => {
      const stop = clientOf(anvil).watchBlockNumber({
        onBlockNumber: (number) => {
          if (number === 0n) return
          stop()
          resolve(number)
        },
      })
    })
    expect(block).toBeGreaterThan(0n)
    await anvil.stop()
  })

  it('keeps its state in a file over a restart', async () => {
    const anvil = await startAnvil({ chainId: 31403, statePath: join(dir, 'state.json') })
    const test = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    await test.mine({ blocks: 5 })
    await anvil.restart()
    expect(await clientOf(anvil).getBlockNumber()).toBe(5n)
    await anvil.stop()
  })
})
