import { createClient, type Order } from '@tandem/sdk'

const client = createClient({
  baseUrl: process.env.ORDERBOOK_URL ?? 'http://127.0.0.1:4100',
  relayerUrl: process.env.RELAYER_URL ?? 'http://127.0.0.1:4200',
})

/** Yields every order of a user, the newest first. A page is read only when the loop gets to it. */
async function* ordersOf(userId: string): AsyncGenerator<Order> {
  let cursor: string | null = null
  do {
    const page = await client.listUserOrders(userId, { limit: 100, ...(cursor === null ? {} : { cursor }) })
    yield* page.data
    cursor = page.next_cursor
  } while (cursor !== null)
}

for await (const { order_id, status, created_at } of ordersOf(process.env.USER_ID ?? 'me'))
  console.log(created_at, order_id, status)
