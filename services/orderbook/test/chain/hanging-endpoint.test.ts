/**
 * One endpoint of three accepts every question and answers none: the other two are enough for reads outside of the
 * watcher.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { networkSchema } from '@tandem/contracts'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { type Address, createTestClient, http } from 'viem'
import { checkHops } from '../../src/network/hop-preflight.ts'
import { makeHopRoutes } from '../../src/network/hop-routes.ts'
import type { Order } from '../../src/orders/domain/order.ts'
import { makePrefundReader } from '../../src/orders/prefunds.ts'
import { aHopRoute, anOrder } from '../support/builders.ts'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { networkWire } from '../support/network.ts'

const readings = 8
let anvil: LocalAnvil
let hanging: FaultyProxy
let urls: string[]
let nowMs: number
beforeEach(async () => {
  nowMs = 1_000_000
  anvil = await startAnvil({ chainId: 31_402 })
  hanging = await startFaultyProxy(anvil.rpcUrl)
  hanging.misbehave({ kind: 'hang' })
  urls = [hanging.url, anvil.rpcUrl, anvil.rpcUrl]
})
afterEach(async () => {
  await hanging.stop()
  await anvil.stop()
})

const asked = () => [...hanging.calls.values()].reduce((sum, count) => sum + count, 0)

/** Puts a contract at the address that answers every call with one, which also means true. */
const answerOneAt = (address: Address) =>
  createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) }).setCode({
    address,
    bytecode: '0x600160005260206000f3',
  })

/** Reads repeatedly, each time when the last reading is too old to be reused. */
async function readAgain<T>(read: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let reading = 0; reading < readings; reading += 1) {
    all.push(await read())
    nowMs += 5_000
  }
  return all
}

describe('an endpoint of three that hangs', () => {
  it('is not asked about a hop route each time', async () => {
    const route = aHopRoute()
    const bridge = route.destinationChain.hop_bridge_address as Address
    await answerOneAt(bridge)
    const routes = makeHopRoutes({ [route.destinationChain.chain]: urls }, () => nowMs)
    await readAgain(() => routes.isOpen(route))
    expect(asked()).toBeLessThan(readings)
  })

  it('is not asked about a prefund each time', async () => {
    const order = { ...anOrder(), status: 'created' } as unknown as Order
    await answerOneAt(order.source.tokenAddress)
    const prefundOf = makePrefundReader({ [order.source.chain]: urls }, () => nowMs)
    await readAgain(() => prefundOf(order))
    expect(asked()).toBeLessThan(readings)
  })

  it('hides no hop route that is not on its bridge at the start', async () => {
    const { problems } = await checkHops(networkSchema.parse(networkWire), { devnet_b: urls })
    expect(problems).toEqual([
      'devnet_b: there is no messenger at messenger_address',
      'devnet_a:usdc > devnet_c:usdc: there is no bridge at hop_bridge_address',
    ])
  })
})
