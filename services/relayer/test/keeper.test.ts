/** Tests the keeper against real chains: what it does for others, and that it pays only whom the terms name. */
import { afterEach, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { readVault } from '@tandem/escrow'
import { until } from '@tandem/local-services'
import type { Address } from 'viem'
import { claimCall, termsOf } from './support/escrow-calls.ts'
import { type ChainName, chainNames, confirmations, solver, user } from './support/test-chains.ts'
import type { TestbedOptions } from './support/testbed.ts'
import { useTestbed } from './support/use-testbed.ts'

const intentOn = (order: OrderWire, chain: ChainName) =>
  chain === 'left' ? order.source_intent : order.destination_intent
const mined = {
  create_tx_hash: `0x${'11'.repeat(32)}`,
  create_block_number: 1,
  create_timestamp: new Date().toISOString(),
}
const claimed = (hash: string) => ({
  claim_tx_hash: hash,
  claim_block_number: 1,
  claim_timestamp: new Date(Date.now() - 1000).toISOString(),
})

/** A testbed for the tests of one `describe`, with a keeper that looks often. */
function useKeeper(options: TestbedOptions = {}) {
  const testbed = useTestbed(options)
  afterEach(() => testbed.orderbook.orders.clear())

  const startKeeper = () =>
    testbed.startRelayer({ ROLES: 'worker,keeper' }, { keeperIntervalMs: 100, keeperDelaySecs: 0 })
  const stateOf = async (order: OrderWire, chain: ChainName) => {
    const intent = intentOn(order, chain)
    const at = { registry: testbed.registry, vault: intent.swap_id as Address, terms: termsOf(intent) }
    return (await readVault(testbed.control(chain), at)).state
  }
  /** Changes what the orderbook shows of an order, as it would once its watcher had seen these facts. */
  function tell(order: OrderWire, status: OrderWire['status'], facts: { source?: object; destination?: object }): void {
    testbed.orderbook.orders.set(order.order_id, {
      ...order,
      status,
      source_intent: { ...order.source_intent, ...facts.source },
      destination_intent: { ...order.destination_intent, ...facts.destination },
    })
  }
  /** Mines on both chains until `isSo` holds. */
  const untilMined = (isSo: () => Promise<boolean>, what: string) =>
    until(async () => {
      if (await isSo()) return true
      for (const chain of chainNames) await testbed.control(chain).mine({ blocks: 1 })
      return false
    }, what)
  const kindsOf = async (order: OrderWire) => {
    const sql = 'SELECT kind, state FROM requests WHERE order_id = $1 ORDER BY kind'
    return (await testbed.db.query(sql, [order.order_id])).rows
  }
  const untilFinal = (order: OrderWire) =>
    untilMined(async () => (await kindsOf(order)).every(({ state }) => state === 'confirmed'), 'confirmed')
  /** Pays to a vault, whether its escrow is created or not. */
  const payTo = (chain: ChainName, vault: string, amount: bigint) => testbed.pay(chain, solver, vault, amount)

  return { testbed, startKeeper, stateOf, tell, untilMined, kindsOf, untilFinal, payTo }
}

describe('the keeper', () => {
  const { testbed, startKeeper, stateOf, tell, untilMined, kindsOf, untilFinal, payTo } = useKeeper()

  it('pays the recipient of a source whose secret is public', async () => {
    const { order, secret } = await testbed.order()
    const hash = await testbed.send('right', user, claimCall(order.destination_intent, secret))
    const before = await testbed.balanceOf('left', order.source_intent.recipient)
    tell(order, 'destination_claimed', {
      source: mined,
      destination: { ...mined, ...claimed(hash), commitment: secret },
    })
    await startKeeper()
    await untilMined(async () => (await stateOf(order, 'left')) === 'claimed', 'claimed')
    expect(await testbed.balanceOf('left', order.source_intent.recipient)).toBe(before + 1000n)
    await untilFinal(order)
    expect(await kindsOf(order)).toEqual([{ kind: 'claim_source', state: 'confirmed' }])
  })

  it('does nothing with a secret that opens another vault', async () => {
    const [{ order }, other] = [await testbed.order(), await testbed.order()]
    tell(order, 'destination_claimed', {
      source: mined,
      destination: { ...mined, ...claimed(`0x${'22'.repeat(32)}`), commitment: other.secret },
    })
    await startKeeper()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await kindsOf(order)).toEqual([])
    expect(await stateOf(order, 'left')).toBe('open')
  })

  it('creates a source whose tokens wait at its address, and none that is short', async () => {
    const unopened = { isSourceOpen: false, isDestinationOpen: false }
    const { order } = await testbed.order(unopened)
    const { order: empty } = await testbed.order({ ...unopened, isPrefunded: false })
    const { order: late } = await testbed.order(unopened)
    const { timestamp } = await testbed.control('right').getBlock()
    for (const one of [order, empty]) tell(one, 'created', {})
    testbed.orderbook.orders.set(late.order_id, { ...late, status: 'created', fill_by: Number(timestamp) })
    await startKeeper()
    await until(async () => (await stateOf(order, 'left')) === 'open', 'created')
    await untilFinal(order)
    expect(await kindsOf(order)).toEqual([{ kind: 'initiation', state: 'confirmed' }])
    // The keeper read these in the same round as the order that was created.
    expect([await kindsOf(empty), await kindsOf(late)]).toEqual([[], []])
    expect([await stateOf(empty, 'left'), await stateOf(late, 'left')]).toEqual(['missing', 'missing'])
  })

  it('gives back what came to settled vaults, on both sides, and leaves dust', async () => {
    const { order, secret } = await testbed.order()
    const hashes = [
      await testbed.send('right', user, claimCall(order.destination_intent, secret)),
      await testbed.send('left', solver, claimCall(order.source_intent, secret)),
    ] as const
    await payTo('right', order.destination_intent.swap_id, 700n)
    await payTo('left', order.source_intent.swap_id, 99n)
    const { order: topped, secret: other } = await testbed.order()
    const hash = await testbed.send('left', solver, claimCall(topped.source_intent, other))
    await payTo('left', topped.source_intent.swap_id, 300n)
    const before = {
      user: await testbed.balanceOf('left', order.source_intent.creator),
      solver: await testbed.balanceOf('right', order.destination_intent.creator),
    }
    tell(order, 'completed', {
      source: { ...mined, ...claimed(hashes[1]), commitment: secret },
      destination: { ...mined, ...claimed(hashes[0]), commitment: secret },
    })
    tell(topped, 'completed', {
      source: { ...mined, ...claimed(hash), commitment: other },
      destination: { ...mined, cancel_tx_hash: hash },
    })
    await startKeeper()
    await until(
      async () => (await testbed.balanceOf('right', order.destination_intent.swap_id)) === 0n,
      'destination swept',
    )
    await until(async () => (await testbed.balanceOf('left', topped.source_intent.swap_id)) === 0n, 'source swept')
    expect(await testbed.balanceOf('right', order.destination_intent.creator)).toBe(before.solver + 700n)
    expect(await testbed.balanceOf('left', topped.source_intent.creator)).toBe(before.user + 300n)
    for (const one of [order, topped]) await untilFinal(one)
    expect(await kindsOf(order)).toEqual([{ kind: 'sweep_destination', state: 'confirmed' }])
    expect(await kindsOf(topped)).toEqual([{ kind: 'sweep_source', state: 'confirmed' }])
    expect(await testbed.balanceOf('left', order.source_intent.swap_id)).toBe(99n)
  })
})

describe('the keeper, past the deadlines', () => {
  // Our own clock is past every deadline, and the chains' clocks are not: those decide.
  const { testbed, startKeeper, stateOf, tell, untilMined, kindsOf, untilFinal, payTo } = useKeeper({
    behindSecs: 4 * 3600,
  })
  async function pass(chain: ChainName, time: number): Promise<void> {
    await testbed.control(chain).setNextBlockTimestamp({ timestamp: BigInt(time) })
    await testbed.control(chain).mine({ blocks: confirmations })
  }

  it('cancels both sides past their time, and gives back a prefund that was never announced', async () => {
    const { order } = await testbed.order()
    const late = await testbed.order({ isDestinationOpen: false })
    const dust = await testbed.order({ isDestinationOpen: false })
    const terms = late.order.destination_intent
    await payTo('right', late.order.destination_intent.swap_id, 700n)
    // The amount is less than the smallest order: its recovery would cost more than it brings.
    await payTo('right', dust.order.destination_intent.swap_id, 99n)
    const before = {
      user: await testbed.balanceOf('left', order.source_intent.creator),
      solver: await testbed.balanceOf('right', order.destination_intent.creator),
    }
    tell(order, 'refundable', { source: mined, destination: mined })
    tell(dust.order, 'expired', { source: mined })
    tell(late.order, 'expired', { source: mined })
    await startKeeper()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect([await stateOf(order, 'left'), await stateOf(order, 'right')]).toEqual(['open', 'open'])
    await pass('left', late.order.source_intent.cancel_after)
    await pass('right', terms.cancel_after)
    await untilMined(async () => (await stateOf(order, 'left')) === 'cancelled', 'source cancelled')
    await untilMined(async () => (await stateOf(order, 'right')) === 'cancelled', 'destination cancelled')
    await untilMined(async () => (await stateOf(late.order, 'right')) === 'cancelled', 'prefund recovered')
    expect(await testbed.balanceOf('left', order.source_intent.creator)).toBeGreaterThanOrEqual(before.user + 1000n)
    expect(await testbed.balanceOf('right', order.destination_intent.creator)).toBe(before.solver + 1000n + 700n)
    await untilFinal(order)
    expect((await kindsOf(dust.order)).map(({ kind }) => kind)).not.toContain('recover_prefund_destination')
    expect(await kindsOf(order)).toEqual([
      { kind: 'cancel_destination', state: 'confirmed' },
      { kind: 'cancel_source', state: 'confirmed' },
    ])
  })
})
