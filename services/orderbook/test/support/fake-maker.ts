import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  type MakerQuoteMessage,
  makerQuoteTypedData,
  type OrderAsk,
  orderAskSchema,
  type QuoteAsk,
  quoteAskSchema,
  type RefundAsk,
  refundAskSchema,
} from '@tandem/contracts'
import { consentCancelTypedData } from '@tandem/escrow'
import { getAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { randomAddress } from './builders.ts'
import { networkWire } from './network.ts'
import { quoteMessage } from './quote-message.ts'

/** The answer of a maker's endpoint. With `hang` it never answers. */
export type Reply = { status?: number; body: unknown } | 'hang'

export type FakeMaker = Awaited<ReturnType<typeof startFakeMaker>>

/** Starts a maker whose endpoint behaves as a test wants. By default it is honest and pays `amount`. */
export async function startFakeMaker(
  makerId: string,
  amount: bigint,
  replies: {
    quote?: (honest: () => Promise<Reply>, ask: QuoteAsk) => Promise<Reply> | Reply
    order?: (honest: () => Promise<Reply>, ask: OrderAsk) => Promise<Reply> | Reply
    refund?: (ask: RefundAsk) => Promise<Reply> | Reply
  } = {},
) {
  const account = privateKeyToAccount(generatePrivateKey())
  const secret = `whsec_${Buffer.from(makerId.padEnd(32, '.')).toString('base64')}`
  const settlement = privateKeyToAccount(generatePrivateKey())
  const addresses = { devnet_a: settlement.address, devnet_b: randomAddress() }
  const sides = {
    source: { chain: 'devnet_a', address: addresses.devnet_a },
    destination: { chain: 'devnet_b', address: addresses.devnet_b },
  }
  const asked = { quotes: 0, orders: 0, refunds: 0, unsigned: 0 }

  const messageFor = (ask: QuoteAsk) => quoteMessage(ask, networkWire, { amount, ...sides })
  const sign = async (message: MakerQuoteMessage) => ({
    body: { message, signature: (await account.signTypedData(makerQuoteTypedData(message))) as Hex },
  })

  async function reply(path: string, body: unknown): Promise<Reply> {
    if (path.endsWith('/quotes')) {
      asked.quotes += 1
      const ask = quoteAskSchema.parse(body)
      const honest = () => sign(messageFor(ask))
      return replies.quote === undefined ? honest() : replies.quote(honest, ask)
    }
    if (path.endsWith('/refunds')) {
      asked.refunds += 1
      const ask = refundAskSchema.parse(body)
      return replies.refund?.(ask) ?? { body: { declined: 'not ours' } }
    }
    asked.orders += 1
    const ask = orderAskSchema.parse(body)
    const honest = () => sign(ask.message)
    return replies.order === undefined ? honest() : replies.order(honest, ask)
  }

  const { port, stop } = await serve(reply, {
    key: Buffer.from(secret.slice('whsec_'.length), 'base64'),
    onUnsigned: () => {
      asked.unsigned += 1
    },
  })
  const entry = {
    maker_id: makerId,
    signer: account.address,
    endpoint: `http://127.0.0.1:${port}/maker`,
    secret,
    addresses,
  }
  return {
    makerId,
    addresses,
    signer: account.address,
    asked,
    /** The maker's signed quote for an amount. */
    signed: (ask: QuoteAsk, over: bigint) => sign({ ...messageFor(ask), destination_amount: String(over) }),
    /** The maker's consent to refund a source on devnet_a. */
    consentFor: async ({ source_chain_id: chainId, registry_address, swap_id }: RefundAsk, deadline: number) => ({
      deadline,
      signature: await settlement.signTypedData(
        consentCancelTypedData({
          ...{ chainId, deadline },
          registry: getAddress(registry_address),
          vault: getAddress(swap_id),
        }),
      ),
    }),
    entry,
    stop,
  }
}

/** Answers POST requests with `reply`, and with 500 and the error when `reply` throws. */
async function serve(
  reply: (path: string, body: unknown) => Promise<Reply>,
  { key, onUnsigned }: { key: Buffer; onUnsigned: () => void },
): Promise<{ port: number; stop: () => Promise<void> }> {
  async function answerTo(request: IncomingMessage): Promise<Reply> {
    const body = await text(request)
    const signed = `${request.headers['webhook-id']}.${request.headers['webhook-timestamp']}.${body}`
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    if (request.headers['webhook-signature'] !== expected) onUnsigned()
    return reply(request.url ?? '', JSON.parse(body))
  }

  const server = createServer(async (request, response) => {
    const answer = await answerTo(request).catch((error: unknown): Reply => ({ status: 500, body: String(error) }))
    if (answer === 'hang') return
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
