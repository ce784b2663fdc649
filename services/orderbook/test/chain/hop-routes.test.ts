import { expect, it } from '@jest/globals'
import { makeHopRoutes } from '../../src/network/hop-routes.ts'
import { aHopRoute } from '../support/builders.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'

it('a hub that asks to come back in an hour closes nothing, and holds up no quote', async () => {
  const proxy = await startFaultyProxy('http://127.0.0.1:1')
  proxy.misbehave({ kind: 'rate_limit', retryAfterSecs: 3_600 })
  try {
    expect(await makeHopRoutes({ hub: [proxy.url] }, Date.now).isOpen(aHopRoute())).toBe(true)
    expect(proxy.calls.get('eth_call') ?? 1).toBe(1)
  } finally {
    await proxy.stop()
  }
})
