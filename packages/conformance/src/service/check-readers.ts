import type { Order } from '@tandem/sdk'
import { needed } from '../checks.ts'
import type { Deployment } from './deployment.ts'

/** Every way to read an order. */
export async function checkReaders(deployment: Deployment, read: () => Order): Promise<void> {
  const { check, book } = deployment
  const at = () => ({ order_id: read().order_id })
  await check('answers an order that has not changed with 304', async () => {
    const etag = (await book.send('getOrder', { path: at() })).headers.get('etag')
    const headers = { 'if-none-match': needed(etag ?? undefined, 'etag of an order') }
    await book.succeed('getOrder', { path: at(), headers }, [304])
  })
  await check('explains an order', async () => {
    await book.succeed('explainOrder', { path: at() })
  })
  await check('lists orders, by status and by user', async () => {
    const { status, user_id } = read()
    await book.succeed('listOrders', { query: { status } })
    await book.succeed('listUserOrders', { path: { user_id } })
  })
  await check('lists orders no deeper than it says, and by its own cursors', async () => {
    await book.refuse('listOrders', { query: { page: 1000, limit: 100 } }, 400, 'PAGE_TOO_DEEP')
    await book.refuse('listOrders', { query: { cursor: 'abc' } }, 400, 'INVALID_CURSOR')
  })
  await check('lists events', async () => {
    await book.succeed('listEvents', { query: { limit: 10 } })
    await book.succeed('listOrderEvents', { path: at() })
  })
}

/** The readers of an order that is over. */
export async function checkFinalReaders({ check, book }: Deployment, read: () => Order): Promise<void> {
  await check('streams the events of an order to its end', async () => {
    const path = { order_id: read().order_id }
    const { last_seq } = await book.succeed<{ last_seq: number }>('listOrderEvents', { path })
    const headers = { accept: 'text/event-stream' }
    const { status, text } = await book.send('listOrderEvents', { path, headers })
    if (status !== 200 || !text.includes(`id: ${last_seq}\n`)) throw new Error(`event ${last_seq} is not in the stream`)
    await book.succeed('listOrderEvents', { path, headers: { ...headers, 'last-event-id': String(last_seq) } }, [204])
  })
  await check('answers whether the maker consents', async () => {
    await book.succeed('getOrderConsent', { path: { order_id: read().order_id } })
  })
}
