/** New blocks that a WebSocket announces, and polling when the WebSocket fails. */
import { beforeAll, describe, expect, it } from '@jest/globals'
import { untilSo } from '@tandem/local-services'
import { type Cable, startCable } from '../support/faulty-proxy.ts'
import { keep } from '../support/parts.ts'
import { type Book, confirmations } from '../support/two-chains.ts'
import { useTwoChains } from '../support/use-orderbook.ts'

const chains = useTwoChains('heads')
let cable: Cable
let book: Book

beforeAll(async () => {
  cable = await keep(startCable(chains.anvils.left.wsUrl), (one) => one.cut())
})

const start = (watcherPollMs: number) =>
  chains.start({ left: [cable.url, chains.anvils.left.rpcUrl] }, {}, { watcherPollMs })
const subscribed = (isUp: boolean) =>
  untilSo(
    () => book.metric('tandem_watcher_head_subscription_up', { chain: 'left' }),
    (value) => value === (isUp ? 1 : 0),
    isUp ? 'subscribed' : 'without a subscription',
  )
async function initiated(): Promise<string> {
  const order = await chains.newOrder(book)
  await chains.initiateSource(order)
  await chains.mine('left', confirmations)
  return order.order_id
}
describe('a watcher with a WebSocket endpoint', () => {
  it('reads a new block at once, however slowly it polls', async () => {
    book = await start(600_000)
    await subscribed(true)
    await book.untilStatus(await initiated(), 'source_initiated')
    expect(await chains.storedEvents('left')).toEqual(await chains.eventsOnChain('left'))
  })

  it('polls while the connection is cut, and is told again once it is mended', async () => {
    book = await start(200)
    await subscribed(true)
    await cable.cut()
    await subscribed(false)
    await book.untilStatus(await initiated(), 'source_initiated')
    await cable.mend()
    await subscribed(true)
    await book.untilStatus(await initiated(), 'source_initiated')
  })

  it('asks the endpoint less while it is told', async () => {
    book = await start(100)
    await subscribed(true)
    const head = await chains.head('left')
    await untilSo(
      () => chains.cursor('left'),
      (cursor) => cursor?.number === head.number,
      'at the head',
    )
    const asked = (chain: string) => book.metric('tandem_endpoint_answer_seconds_count', { chain })
    const before = { left: await asked('left'), right: await asked('right') }
    await untilSo(
      () => asked('right'),
      (count) => count > before.right + 20,
      'polled twenty times',
    )
    expect((await asked('left')) - before.left).toBeLessThan(((await asked('right')) - before.right) / 2)
  })
})
