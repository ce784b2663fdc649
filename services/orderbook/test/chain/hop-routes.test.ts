import { expect, it } from '@jest/globals'
import { makeHopRoutes } from '../../src/chain/hop-routes.ts'
import type { ResolvedRoute } from '../../src/domain/network.ts'
import { startFaultyProxy } from './faulty-proxy.ts'

it('a hub that asks to come back in an hour closes nothing, and holds up no quote', async () => {
  const proxy = await startFaultyProxy('http://127.0.0.1:1')
  proxy.misbehave({ kind: 'rate_limit', retryAfterSecs: 3_600 })
  const address = `0x${'11'.repeat(20)}`
  const route = {
    destinationChain: { chain: 'hub', hop_bridge_address: address },
    destinationAsset: { asset: 'hub:usdc', token_address: address },
    final: { chain: { chain: 'final', blockchain_id: `0x${'22'.repeat(32)}` } },
  } as unknown as ResolvedRoute
  try {
    expect(await makeHopRoutes({ hub: [proxy.url] }, Date.now).isOpen(route)).toBe(true)
    expect(proxy.calls.get('eth_call') ?? 1).toBe(1)
  } finally {
    await proxy.stop()
  }
})
