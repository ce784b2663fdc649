import { randomUUID } from 'node:crypto'
import { needed } from '../checks.ts'
import type { Deployment } from './deployment.ts'
import type { DocumentedClient } from './documented-client.ts'

const largeBody = JSON.stringify({ x: 'x'.repeat(70_000) })

/** Of every operation: unknown things, unknown parameters, bodies that are none; and a key that is used twice. */
export async function checkOperations(deployment: Deployment): Promise<void> {
  const { check, book, relayer } = deployment
  // Probes ignore parameters.
  for (const [name, client] of Object.entries({ orderbook: book, relayer }))
    for (const id of client.operationIds)
      if (client.operation(id).responses['400'] !== undefined)
        await check(`the ${name}’s ${id} refuses what is not documented`, () => checkOperation(client, id))
  await check('takes an Idempotency-Key for one request', async () => {
    const { source, destination, amount } = needed(deployment.trade, 'route to trade on')
    const headers = { 'idempotency-key': randomUUID() }
    const body = { source_asset: source, destination_asset: destination, source_amount: amount }
    await book.succeed('createQuote', { headers, body }, [201])
    const another = { ...body, source_amount: String(BigInt(amount) + 1n) }
    await book.refuse('createQuote', { headers, body: another }, 409, 'IDEMPOTENCY_CONFLICT')
  })
}

async function checkOperation(client: DocumentedClient, id: string): Promise<void> {
  const path = {
    order_id: randomUUID(),
    quote_id: randomUUID(),
    claim_id: randomUUID(),
    initiation_id: randomUUID(),
    webhook_id: randomUUID(),
    delivery_id: randomUUID(),
    user_id: 'x',
    maker_id: 'nobody',
  }
  const { responses, requestBody } = client.operation(id)
  if (responses['404'] !== undefined && requestBody === undefined) await client.refuse(id, { path }, 404)
  await client.refuse(id, { path, query: { colour: 'blue' } }, 400, 'INVALID_REQUEST')
  if (responses['413'] === undefined) return
  await client.refuse(id, { path, body: '{' }, 400, 'MALFORMED_JSON')
  await client.refuse(id, { path, body: '{}', headers: { 'content-type': 'text/plain' } }, 415)
  await client.refuse(id, { path, body: largeBody }, 413)
}
