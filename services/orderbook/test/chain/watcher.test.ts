/** The watcher against a real chain, a real database and the real contracts. */
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from '@jest/globals'
import type { IntentWire, OrderWire } from '@tandem/contracts'
import { encodeCancel, encodeClaim, encodeRecoverPrefund, testTokenAbi } from '@tandem/escrow'
import { until, untilSo } from '@tandem/local-services'
import { type Address, encodeFunctionData, type Hex, toHex } from 'viem'
import { type Book, chainNames, confirmations, solver, termsOf } from '../support/two-chains.ts'
import { useTwoChains } from '../support/use-orderbook.ts'

const chains = useTwoChains('watcher')
let book: Book
beforeEach(async () => {
  book = await start()
})

// Tests move the chains' clocks ahead.
const start = () => chains.start({}, { CHAIN_MAX_AHEAD_SECS: '86400' })

/** A new order, as soon as the watcher has read its chains up to their heads. */
async function newOrder(): Promise<{ order: OrderWire; secret: Hex }> {
  const secret = toHex(randomBytes(32))
  const made = () =>
    chains.newOrder(book, { secret }).catch((error: Error) => {
      if (!error.message.includes('CHAIN_UNAVAILABLE')) throw error
      return undefined
    })
  return { order: await until(made, 'an order'), secret }
}

/** Waits until the order satisfies `isRight`. A failure shows the order instead. */
const untilOrder = (orderId: string, isRight: (order: OrderWire) => boolean, what: string): Promise<OrderWire> =>
  untilSo(() => book.order(orderId), isRight, what)
const untilStatus = (orderId: string, status: string) => book.untilStatus(orderId, status)

/** The call that claims a plain escrow. */
const claimCall = (intent: IntentWire, secret: Hex) => ({
  to: intent.registry_address as Address,
  data: encodeClaim(termsOf(intent), secret),
})

const eventTypes = async (orderId: string) => {
  const events = await book.events(orderId)
  expect(events.map(({ order_seq }) => order_seq)).toEqual(events.map((_, index) => index + 1))
  return events.map(({ type, status, fact }) =>
    fact === null ? `${type} ${status}` : `${type} ${fact.side} ${fact.kind}`,
  )
}

const holding = (order: OrderWire, amount: string | null) =>
  untilOrder(order.order_id, ({ source_intent: source }) => source.funded_amount === amount, `holding ${amount}`)

/** Sends the call of the order's next action. */
async function follow({ next_action: next }: OrderWire): Promise<void> {
  if (next?.call == null) throw new Error('there is nothing to do')
  await chains.send('left', { to: next.call.to as Address, data: next.call.data as Hex })
}

// Money at a vault's predicted address emits no event of our contracts, but the order must show it.
describe('an order that is prefunded', () => {
  it('says what it holds, what it lacks, and then how it is created: each call does it', async () => {
    const order = (await newOrder()).order
    const { swap_id: vault, token_address: token, amount } = order.source_intent
    await holding(order, '0')

    const args = [vault as Address, BigInt(amount) - 1n] as const
    const data = encodeFunctionData({ abi: testTokenAbi, functionName: 'transfer', args })
    await chains.send('left', { to: token as Address, data })
    const short = await holding(order, String(BigInt(amount) - 1n))
    expect(short.next_action?.description).toContain('send the rest')

    await follow(short)
    const whole = await holding(order, amount)
    expect(whole.next_action?.description).toContain('holds its amount')

    await follow(whole)
    await chains.mine('left', 3)
    const created = await untilStatus(order.order_id, 'source_initiated')
    expect(created.source_intent.funded_amount).toBeNull()
  })

  it('that gets its money after the vault has settled says how it comes back, and the call does it', async () => {
    const order = (await newOrder()).order
    const { swap_id: vault, token_address: token } = order.source_intent
    const deposit = (amount: bigint) =>
      chains.send('left', {
        to: token as Address,
        data: encodeFunctionData({ abi: testTokenAbi, functionName: 'transfer', args: [vault as Address, amount] }),
      })
    await deposit(7n)
    const held = await holding(order, '7')
    const recover = encodeRecoverPrefund(termsOf(held.source_intent))
    await chains.send('left', { to: order.source_intent.registry_address as Address, data: recover })
    await chains.mine('left', 3)
    await untilStatus(order.order_id, 'cancelled')
    await deposit(9n)
    const late = await holding(order, '9')
    expect(late.next_action).toMatchObject({ action: 'recover_prefund', actor: 'user' })
    await follow(late)
    expect((await holding(order, '0')).next_action).toBeNull()
  })
})

describe('the watcher', () => {
  it('follows a swap from nothing to completed, each fact only at depth', async () => {
    const { order, secret } = await newOrder()
    const createTx = await chains.initiateSource(order)
    // With one confirmation the creation is seen, but does not count yet.
    await untilSeen(order.order_id)
    expect((await book.order(order.order_id)).source_intent.create_tx_hash).toBeNull()
    await chains.mine('left', confirmations - 1)
    const initiated = await untilStatus(order.order_id, 'source_initiated')
    expect(initiated.source_intent).toMatchObject({
      create_tx_hash: createTx,
      status: 'created',
      claim_tx_hash: null,
      commitment: null,
    })

    await chains.initiate(order.destination_intent, solver)
    await chains.mine('right', confirmations - 1)
    await untilStatus(order.order_id, 'destination_initiated')

    const claimTx = await chains.send('right', claimCall(order.destination_intent, secret), 5)
    await chains.mine('right', confirmations - 1)
    const claimed = await untilStatus(order.order_id, 'destination_claimed')
    expect(claimed.destination_intent).toMatchObject({ claim_tx_hash: claimTx, commitment: secret, status: 'claimed' })

    await chains.send('left', claimCall(order.source_intent, secret), solver)
    await chains.mine('left', confirmations - 1)
    const completed = await untilStatus(order.order_id, 'completed')
    const block = await chains
      .control('left')
      .getTransactionReceipt({ hash: completed.source_intent.claim_tx_hash as Hex })
    const { timestamp } = await chains.control('left').getBlock({ blockNumber: block.blockNumber })
    expect(completed.source_intent.claim_timestamp).toBe(new Date(Number(timestamp) * 1000).toISOString())
    expect(completed.next_action).toBeNull()

    expect((await eventTypes(order.order_id)).filter((line) => !/_(seen|finalized)/.test(line))).toEqual([
      'order.created created',
      'order.fact_confirmed source created',
      'order.status_changed source_initiated',
      'order.fact_confirmed destination created',
      'order.status_changed destination_initiated',
      'order.reveal_safe destination_initiated',
      'order.fact_confirmed destination claimed',
      'order.status_changed destination_claimed',
      'order.fact_confirmed source claimed',
      'order.status_changed completed',
    ])
  })

  it("takes a cancellation for its own vault's alone, whatever commitment hash it carries", async () => {
    const { order } = await newOrder()
    await chains.initiateSource(order)
    await chains.mine('left', confirmations - 1)
    await untilStatus(order.order_id, 'source_initiated')
    const forged = { ...termsOf(order.source_intent), creator: chains.addressOf(5) }
    await chains.send(
      'left',
      { to: order.source_intent.registry_address as Address, data: encodeRecoverPrefund(forged) },
      5,
    )
    await chains.mine('left', confirmations)
    // A later creation on the same chain is visible, so the cancellation before it was read.
    const { order: later } = await newOrder()
    await chains.initiateSource(later)
    await chains.mine('left', confirmations - 1)
    await untilStatus(later.order_id, 'source_initiated')
    const { status, source_intent: source } = await book.order(order.order_id)
    expect([status, source.status, source.cancel_tx_hash]).toEqual(['source_initiated', 'created', null])
  })

  it('never shows a fact that a reorg below the confirmation depth took away', async () => {
    const { order } = await newOrder()
    const snapshot = await chains.control('left').snapshot()
    await chains.initiateSource(order)
    await untilSeen(order.order_id)
    await chains.control('left').revert({ id: snapshot })
    await chains.mine('left', 6)
    const types = await untilEvents(order.order_id, 'order.fact_retracted source created')
    expect(types).toEqual([
      'order.created created',
      'order.fact_seen source created',
      'order.fact_retracted source created',
    ])
    expect((await book.order(order.order_id)).source_intent.create_tx_hash).toBeNull()
  })

  it('takes a fact back when a reorg replaces blocks above the confirmation depth, and finds it again', async () => {
    const { order } = await newOrder()
    const snapshot = await chains.control('left').snapshot()
    await chains.initiateSource(order)
    await chains.mine('left', confirmations + 2)
    await untilStatus(order.order_id, 'source_initiated')
    await chains.control('left').revert({ id: snapshot })
    await chains.mine('left', 12)
    const back = await untilStatus(order.order_id, 'created')
    expect(back.source_intent).toMatchObject({
      create_tx_hash: null,
      create_block_number: null,
      create_timestamp: null,
      status: 'awaiting',
    })

    const again = await chains.initiateSource(order)
    await chains.mine('left', confirmations - 1)
    expect((await untilStatus(order.order_id, 'source_initiated')).source_intent.create_tx_hash).toBe(again)
  })

  it('goes on where it stopped, and stores nothing twice', async () => {
    const { order } = await newOrder()
    await book.stop()
    await chains.initiateSource(order)
    await chains.mine('left', 40)
    book = await start()
    await untilStatus(order.order_id, 'source_initiated')
    const { rows } = await chains.pool.query('SELECT count(*)::int AS events FROM chain_events WHERE subject = $1', [
      order.source_intent.swap_id,
    ])
    expect(rows).toEqual([{ events: 1 }])
  })

  it('lets one of two processes lead, and the other take over', async () => {
    const second = await start()
    const { order } = await newOrder()
    await book.stop()
    const first = book
    book = second
    expect(first).not.toBe(second)
    await chains.initiateSource(order)
    await chains.mine('left', confirmations - 1)
    await untilStatus(order.order_id, 'source_initiated')
  })

  it('shows what only time changes: refundable, then cancelled', async () => {
    const { order } = await newOrder()
    await chains.initiateSource(order)
    await chains.mine('left', confirmations - 1)
    await untilStatus(order.order_id, 'source_initiated')
    for (const name of chainNames) {
      await chains.control(name).setNextBlockTimestamp({ timestamp: BigInt(order.source_intent.cancel_after) })
      await chains.mine(name, confirmations)
    }
    // Each chain has its own clock, and its own watcher.
    const isPast = ({ source_intent: source, destination_intent: destination }: OrderWire) =>
      source.status === 'cancellable' && destination.status === 'expired'
    expect((await untilOrder(order.order_id, isPast, 'past both deadlines')).status).toBe('refundable')
    const { source_intent: source } = order
    const cancel = { to: source.registry_address as Address, data: encodeCancel(termsOf(source)) }
    await chains.send('left', cancel, 5)
    await chains.mine('left', confirmations - 1)
    const cancelled = await untilStatus(order.order_id, 'cancelled')
    expect(cancelled.source_intent.cancel_tx_hash).not.toBeNull()
  })
})

const untilSeen = (orderId: string) => untilEvents(orderId, 'order.fact_seen source created')

const untilEvents = (orderId: string, wanted: string): Promise<string[]> =>
  untilSo(
    () => eventTypes(orderId),
    (types) => types.includes(wanted),
    wanted,
  )
