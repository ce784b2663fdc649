import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { isReceiptSignedBy, orderSchema, receiptMessageOf } from '@tandem/contracts'
import { createLogger } from '@tandem/service-kit'
import { orderBody, requestQuote, resultOf } from '../support/api.ts'
import { changeStatus } from '../support/change-status.ts'
import { receiptAccount, receiptKey } from '../support/network.ts'
import { startTestOrderbook, type TestOrderbook } from '../support/orderbook.ts'

/** Runs a test against an orderbook, and tells the log of its start. */
async function withBook(env: Record<string, string>, act: (book: TestOrderbook, log: string[]) => Promise<void>) {
  const log: string[] = []
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void log.push(String(chunk))) })
  const logger = createLogger({ service: 'orderbook', level: 'warn', format: 'json', stream })
  const book = await startTestOrderbook('receipts', env, { logger })
  await act(book, log).finally(() => book.stop())
}

const chainIds = { source: 31_401, destination: 31_402 }

describe('the receipt of an order', () => {
  it('is signed when the order is made, and again with a final status', async () => {
    await withBook({ RECEIPT_SIGNER: receiptKey }, async ({ api, database }) => {
      const body = orderBody(await requestQuote(api))
      const key = randomUUID()
      const send = () => api.post('/orders').set('Idempotency-Key', key).send(body)
      const made = resultOf(await send(), orderSchema)
      expect(made.receipt).toMatchObject({ signer: receiptAccount.address, message: receiptMessageOf(made, chainIds) })
      expect(made.receipt && (await isReceiptSignedBy(receiptAccount.address, made.receipt))).toBe(true)
      expect(resultOf(await send(), orderSchema)).toEqual(made)

      const read = async () => resultOf(await api.get(`/orders/${made.order_id}`), orderSchema)
      expect((await read()).receipt).toBeNull()
      await changeStatus(database.prisma, made.order_id, 'completed')
      const ended = await read()
      expect(ended.receipt?.message).toEqual(receiptMessageOf(ended, chainIds))
      expect(ended.receipt && (await isReceiptSignedBy(receiptAccount.address, ended.receipt))).toBe(true)
      expect((await read()).receipt).toEqual(ended.receipt)
    })
  })

  it('is missing without a key, and the start says so', async () => {
    await withBook({}, async ({ api }, log) => {
      expect(log.join('')).toContain('receipts.off')
      const made = resultOf(await api.post('/orders').send(orderBody(await requestQuote(api))), orderSchema)
      expect(made.receipt).toBeNull()
    })
  })

  it('has a key of the network file, or the orderbook does not start', async () => {
    const started = startTestOrderbook('receipts_other', { RECEIPT_SIGNER: `0x${'77'.repeat(32)}` })
    await expect(started).rejects.toThrow(/RECEIPT_SIGNER \(private_key\): 0x\w+ is none of receipt_signers/)
  })
})
