import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OrderEventWire, webhookChallengeSchema, webhookPayloadSchema } from '@tandem/contracts'
import type request from 'supertest'
import { keep } from './parts.ts'

export type Received = { deliveryId: string; event: OrderEventWire; isSigned: boolean }

/** Proves the URL of a webhook whose receiver answers challenges. */
export async function proveWebhook(
  api: ReturnType<typeof request>,
  { webhook_id, secret }: { webhook_id: string; secret: string },
): Promise<void> {
  await api.post(`/webhooks/${webhook_id}/challenge`).set('webhook-secret', secret).expect(200)
}

/**
 * Starts a receiver of webhooks that checks signatures, and answers challenges that its secret signed. `answer` decides
 * the status for each event; redirects lead to `location`. It stops with the test.
 */
export async function startReceiver(answer: (received: Received) => number = () => 204, location = '/elsewhere') {
  const received: Received[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let secret = ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const [id, timestamp] = [request.headers['webhook-id'], request.headers['webhook-timestamp']]
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
      const isSigned = request.headers['webhook-signature'] === `v1,${expected}`
      const challenge = webhookChallengeSchema.safeParse(JSON.parse(body)).data?.challenge
      if (challenge !== undefined) {
        if (isSigned) response.writeHead(200).end(challenge)
        else response.writeHead(401).end()
        return
      }
      const one = { deliveryId: String(id), event: webhookPayloadSchema.parse(JSON.parse(body)).data, isSigned }
      received.push(one)
      response.writeHead(answer(one), { location }).end()
      for (const waiter of waiting.filter(({ count }) => received.length >= count)) waiter.resolve()
    })
  })
  await keep(new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)), () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    setSecret: (given: string) => {
      secret = given
    },
    /** Resolves when this many requests have come since the start. */
    count: (count: number) =>
      new Promise<void>((resolve) => {
        if (received.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
  }
}
