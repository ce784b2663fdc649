/** A reorg, as every reader of the fact sees it: the order, the statistics, the timeline and webhooks. */
import { beforeAll, describe, expect, it } from '@jest/globals'
import { type Book, confirmations } from '../support/two-chains.ts'
import { useTwoChains } from '../support/use-orderbook.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const chains = useTwoChains('retraction')
let book: Book
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  book = await chains.start({}, { ALLOW_PRIVATE_ADDRESSES: 'true', SECRETS_KEY: `0x${'42'.repeat(32)}` })
  receiver = await startReceiver()
  const hook = (await book.post('/webhooks', { url: receiver.url })) as { webhook_id: string; secret: string }
  receiver.setSecret(hook.secret)
  await book.post(`/webhooks/${hook.webhook_id}/challenge`, {}, { 'webhook-secret': hook.secret })
})

describe('a fact that a reorg took back', () => {
  it.each([
    ['one block deep', 0, ['seen']],
    ['below the confirmation depth', confirmations - 2, ['seen']],
    ['at the confirmation depth', confirmations - 1, ['confirmed']],
    ['above it', confirmations + 3, ['confirmed']],
  ])('%s is retracted by an event of its own, which webhooks receive', async (_name, blocksAbove, told) => {
    const order = await chains.newOrder(book)
    const undo = await chains.snapshot('left')
    const firstTx = await chains.initiateSource(order)
    await chains.mine('left', blocksAbove)
    /** Waits until the webhook has received this fact of the order. */
    const received = async (type: string, txHash: string) => {
      for (;;) {
        const found = receiver.received.find(
          ({ event }) => event.order_id === order.order_id && event.type === type && event.fact?.tx_hash === txHash,
        )
        if (found !== undefined) return found
        await receiver.count(receiver.received.length + 1)
      }
    }
    for (const finality of told) await received(`order.fact_${finality}`, firstTx)
    if (told.includes('confirmed')) await book.untilStatus(order.order_id, 'source_initiated')

    await undo()
    await chains.mine('left', blocksAbove + 3)
    expect(await received('order.fact_retracted', firstTx)).toMatchObject({
      isSigned: true,
      event: { fact: { side: 'source', kind: 'created', confirmations: 0 } },
    })
    const back = await book.untilStatus(order.order_id, 'created')
    expect(back.source_intent).toMatchObject({ create_tx_hash: null, status: 'awaiting' })

    // The creation comes again in another transaction and another block.
    const secondTx = await chains.initiateSource(order)
    await chains.mine('left', confirmations)
    const again = await book.untilStatus(order.order_id, 'source_initiated')
    expect(again.source_intent.create_tx_hash).toBe(secondTx)
    await received('order.fact_confirmed', secondTx)
  })
})
