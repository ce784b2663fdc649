/** Tests the keeper against real chains: what it does for others, and that it pays only whom the terms name. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { readVault, testTokenAbi } from '@tandem/escrow'
import { until } from '@tandem/local-services'
import pg from 'pg'
import type { Address } from 'viem'
import { claimCall, termsOf } from './support/escrow-calls.ts'
import { type ChainName, confirmations, Surroundings } from './support/surroundings.ts'

let around: Surroundings
let db: pg.Client
const running: ReturnType<Surroundings['relayer']>[] = []

/** Starts surroundings for the tests of one `describe`. */
function useSurroundings(options: Parameters<typeof Surroundings.start>[0]): void {
  beforeAll(async () => {
    around = await Surroundings.start(options)
    db = new pg.Client({ connectionString: around.database.url })
    await db.connect()
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
    around.orders.clear()
  })
  afterAll(async () => {
    await db.end()
    await around.stop()
  })
}

async function startKeeper(): Promise<void> {
  const relayer = around.relayer({ ROLES: 'worker,keeper' }, { keeperIntervalMs: 100, keeperDelaySecs: 0 })
  running.push(relayer)
  await relayer.start()
}

const intentOn = (order: OrderWire, chain: ChainName) =>
  chain === 'left' ? order.source_intent : order.destination_intent
const stateOf = async (order: OrderWire, chain: ChainName) => {
  const intent = intentOn(order, chain)
  const { registry_address: registry, swap_id: vault } = intent
  const at = { registry: registry as Address, vault: vault as Address, terms: termsOf(intent) }
  return (await readVault(around.wallet(chain, 0), at)).state
}
const balanceOf = (chain: ChainName, owner: string) =>
  around.wallet(chain, 0).readContract({
    address: around.token,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [owner as Address],
  })

/** Changes what the orderbook shows of an order, as it would once its watcher had seen these facts. */
function tell(order: OrderWire, status: OrderWire['status'], facts: { source?: object; destination?: object }): void {
  around.orders.set(order.order_id, {
    ...order,
    status,
    source_intent: { ...order.source_intent, ...facts.source },
    destination_intent: { ...order.destination_intent, ...facts.destination },
  })
}
const mined = {
  create_tx_hash: `0x${'11'.repeat(32)}`,
  create_block_number: 1,
  create_timestamp: new Date().toISOString(),
}

/** Mines on both chains until `isSo` holds. */
const untilMined = (isSo: () => Promise<boolean>, what: string) =>
  until(async () => {
    if (await isSo()) return true
    for (const chain of ['left', 'right'] as const) await around.control(chain).mine({ blocks: 1 })
    return false
  }, what)

async function pass(chain: ChainName, time: number): Promise<void> {
  await around.control(chain).setNextBlockTimestamp({ timestamp: BigInt(time) })
  await around.control(chain).mine({ blocks: confirmations })
}

/** Pays into the destination vault of an order that was never announced. */
const pay = ({ destination_intent: terms }: OrderWire, amount: bigint) => payTo('right', terms.swap_id, amount)

async function payTo(chain: ChainName, vault: string, amount: bigint): Promise<void> {
  const solver = around.wallet(chain, 2)
  const transfer = { address: around.token, abi: testTokenAbi, functionName: 'transfer' } as const
  const hash = await solver.writeContract({ ...transfer, args: [vault as Address, amount] })
  await solver.waitForTransactionReceipt({ hash })
}

const claimed = (hash: string) => ({
  claim_tx_hash: hash,
  claim_block_number: 1,
  claim_timestamp: new Date(Date.now() - 1000).toISOString(),
})
const kindsOf = async (order: OrderWire) =>
  (await db.query('SELECT kind, state FROM requests WHERE order_id = $1 ORDER BY kind', [order.order_id])).rows
const untilFinal = (order: OrderWire) =>
  untilMined(async () => (await kindsOf(order)).every(({ state }) => state === 'confirmed'), 'confirmed')

describe('the keeper, where the secret is public', () => {
  useSurroundings({})

  it('pays the recipient of a source whose secret is public', async () => {
    const { order, secret } = await around.order()
    const user = around.wallet('right', 1)
    const hash = await user.sendTransaction(claimCall(order.destination_intent, secret))
    await user.waitForTransactionReceipt({ hash })
    const before = await balanceOf('left', order.source_intent.recipient)
    tell(order, 'destination_claimed', {
      source: mined,
      destination: { ...mined, ...claimed(hash), commitment: secret },
    })
    await startKeeper()
    await untilMined(async () => (await stateOf(order, 'left')) === 'claimed', 'claimed')
    expect(await balanceOf('left', order.source_intent.recipient)).toBe(before + 1000n)
    await untilFinal(order)
    expect(await kindsOf(order)).toEqual([{ kind: 'claim_source', state: 'confirmed' }])
  })

  it('does nothing with a secret that opens another vault', async () => {
    const [{ order }, other] = [await around.order(), await around.order()]
    tell(order, 'destination_claimed', {
      source: mined,
      destination: { ...mined, ...claimed(`0x${'22'.repeat(32)}`), commitment: other.secret },
    })
    await startKeeper()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await kindsOf(order)).toEqual([])
    expect(await stateOf(order, 'left')).toBe('open')
  })
})

describe('the keeper, with tokens that were sent to vaults', () => {
  useSurroundings({})

  it('creates a source whose tokens wait at its address, and none that is short', async () => {
    const unopened = { isSourceOpen: false, isDestinationOpen: false }
    const { order } = await around.order(unopened)
    const { order: empty } = await around.order({ ...unopened, isPrefunded: false })
    const { order: late } = await around.order(unopened)
    const { timestamp } = await around.control('right').getBlock()
    for (const one of [order, empty]) tell(one, 'created', {})
    around.orders.set(late.order_id, { ...late, status: 'created', fill_by: Number(timestamp) })
    await startKeeper()
    await until(async () => (await stateOf(order, 'left')) === 'open', 'created')
    await untilFinal(order)
    expect(await kindsOf(order)).toEqual([{ kind: 'initiation', state: 'confirmed' }])
    // The keeper read these in the same round as the order that was created.
    expect([await kindsOf(empty), await kindsOf(late)]).toEqual([[], []])
    expect([await stateOf(empty, 'left'), await stateOf(late, 'left')]).toEqual(['missing', 'missing'])
  })

  it('gives back what came to settled vaults, on both sides, and leaves dust', async () => {
    const { order, secret } = await around.order()
    const hashes = [
      await around.wallet('right', 1).sendTransaction(claimCall(order.destination_intent, secret)),
      await around.wallet('left', 2).sendTransaction(claimCall(order.source_intent, secret)),
    ] as const
    await around.wallet('right', 1).waitForTransactionReceipt({ hash: hashes[0] })
    await around.wallet('left', 2).waitForTransactionReceipt({ hash: hashes[1] })
    await pay(order, 700n)
    await payTo('left', order.source_intent.swap_id, 99n)
    const { order: topped, secret: other } = await around.order()
    const hash = await around.wallet('left', 2).sendTransaction(claimCall(topped.source_intent, other))
    await around.wallet('left', 2).waitForTransactionReceipt({ hash })
    await payTo('left', topped.source_intent.swap_id, 300n)
    const before = {
      user: await balanceOf('left', order.source_intent.creator),
      solver: await balanceOf('right', order.destination_intent.creator),
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
    await until(async () => (await balanceOf('right', order.destination_intent.swap_id)) === 0n, 'destination swept')
    await until(async () => (await balanceOf('left', topped.source_intent.swap_id)) === 0n, 'source swept')
    expect(await balanceOf('right', order.destination_intent.creator)).toBe(before.solver + 700n)
    expect(await balanceOf('left', topped.source_intent.creator)).toBe(before.user + 300n)
    for (const one of [order, topped]) await untilFinal(one)
    expect(await kindsOf(order)).toEqual([{ kind: 'sweep_destination', state: 'confirmed' }])
    expect(await kindsOf(topped)).toEqual([{ kind: 'sweep_source', state: 'confirmed' }])
    expect(await balanceOf('left', order.source_intent.swap_id)).toBe(99n)
  })
})

describe('the keeper, past the deadlines', () => {
  // Our own clock is past every deadline, and the chains' clocks are not: those decide.
  useSurroundings({ behindSecs: 4 * 3600 })

  it('cancels both sides past their time, and gives back a prefund that was never announced', async () => {
    const { order } = await around.order()
    const late = await around.order({ isDestinationOpen: false })
    const dust = await around.order({ isDestinationOpen: false })
    const terms = late.order.destination_intent
    await pay(late.order, 700n)
    // The amount is less than the smallest order: its recovery would cost more than it brings.
    await pay(dust.order, 99n)
    const before = {
      user: await balanceOf('left', order.source_intent.creator),
      solver: await balanceOf('right', order.destination_intent.creator),
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
    expect(await balanceOf('left', order.source_intent.creator)).toBeGreaterThanOrEqual(before.user + 1000n)
    expect(await balanceOf('right', order.destination_intent.creator)).toBe(before.solver + 1000n + 700n)
    await untilFinal(order)
    expect((await kindsOf(dust.order)).map(({ kind }) => kind)).not.toContain('recover_prefund_destination')
    expect(await kindsOf(order)).toEqual([
      { kind: 'cancel_destination', state: 'confirmed' },
      { kind: 'cancel_source', state: 'confirmed' },
    ])
  })
})
