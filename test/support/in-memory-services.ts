import { randomUUID } from 'node:crypto'
import { type OrderWire, type QuoteWire, quoteSchema } from '@tandem/contracts'
import { accounts } from '@tandem/devnet'
import { predictVault, readVault } from '@tandem/escrow'
import {
  type CreateClaim,
  type CreateOrder,
  type CreateQuote,
  createClient,
  type TandemClient,
  termsOf,
} from '@tandem/sdk'
import { type Address, type Hex, zeroAddress } from 'viem'
import type { TwoChains } from './two-chains.ts'

/** What a test may replace, such as an orderbook that lies about orders, or a relayer that keeps what it gets. */
export interface Lies {
  quote?: (quote: QuoteWire) => QuoteWire
  order?: (order: OrderWire, read: number) => OrderWire | Promise<OrderWire>
  chains?: (chains: TwoChains['network']['chains']) => unknown
  claim?: (body: CreateClaim) => Promise<unknown> | unknown
}

/** Both services, and what the relayer was given. */
export interface InMemoryServices {
  client: TandemClient
  fetch: (request: Request) => Promise<Response>
  claims: CreateClaim[]
}

interface Failure {
  status: number
  code: string
  retryable: boolean
}
const isFailure = (answer: unknown): answer is Failure =>
  typeof answer === 'object' && answer !== null && 'code' in answer

/**
 * An orderbook and a relayer in this process. The SDK's own client reaches them through a `fetch` that answers. Orders
 * are made and read as by the real services, and a test says where they lie.
 */
export function inMemoryServices(chains: TwoChains, lies: Lies = {}): InMemoryServices {
  const orders = new Map<string, OrderWire>()
  const quotes = new Map<string, QuoteWire>()
  const claims: CreateClaim[] = []
  let reads = 0

  const routes: Record<string, (body: never, id: string, query: URLSearchParams) => unknown> = {
    'POST /quotes': (body: CreateQuote) => {
      const made = quoteOf(body)
      quotes.set(made.quote_id, made)
      return lies.quote?.(made) ?? made
    },
    'POST /orders': async (body: CreateOrder) => {
      const quote = quotes.get(body.quote_id)
      if (quote === undefined) return { status: 404, code: 'QUOTE_NOT_FOUND', retryable: false }
      const made = orderOf(chains, body, quote)
      orders.set(made.order_id, made)
      return lie(made)
    },
    'GET /orders': async (_, __, query) => {
      const hash = query.get('commitment_hash')
      const wanted = [...orders.values()].filter(
        (order) => hash === null || order.source_intent.commitment_hash === hash,
      )
      const data = await Promise.all(
        wanted.map(async (order) => lie({ ...order, status: await statusOf(chains, order) })),
      )
      return { data, page: 1, limit: 100, total: data.length, total_pages: 1, next_cursor: null }
    },
    'GET /orders/:id': async (_, id) => {
      const order = orders.get(id)
      if (order === undefined) return { status: 404, code: 'ORDER_NOT_FOUND', retryable: false }
      return lie({ ...order, status: await statusOf(chains, order) })
    },
    'GET /ready': () => ({ ready: true }),
    'GET /chains': () => ({ data: lies.chains?.(chains.network.chains) ?? chains.network.chains }),
    'GET /assets': () => ({ data: chains.network.assets }),
    'GET /routes': () => ({ data: chains.network.routes }),
    'POST /claims': async (body: CreateClaim) => {
      const answer = await lies.claim?.(body)
      if (isFailure(answer)) return answer
      claims.push(body)
      return { claim_id: randomUUID(), order_id: body.order_id, status: 'queued' }
    },
  }
  const lie = async (order: OrderWire): Promise<OrderWire> => (await lies.order?.(order, reads++)) ?? order

  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const [, resource = '', id = ''] = pathname.split('/')
    const route = routes[`${request.method} /${resource}${id === '' ? '' : '/:id'}`]
    if (route === undefined || /\/(events|explain)$/.test(pathname)) return new Response('not here', { status: 404 })
    const answer = await route((request.method === 'POST' ? await request.json() : {}) as never, id, searchParams)
    if (isFailure(answer))
      return Response.json({ ...answer, status: 'Error', result: answer.code }, { status: answer.status })
    return Response.json({ status: 'Success', result: answer })
  }
  const client = createClient({ baseUrl: 'http://orderbook.test', relayerUrl: 'http://relayer.test', fetch })
  return { client, fetch, claims }
}

function quoteOf(body: CreateQuote): QuoteWire {
  const amount = body.source_amount ?? body.destination_amount ?? '0'
  return quoteSchema.parse({
    quote_id: randomUUID(),
    source: { asset: body.source_asset, amount },
    destination: { asset: body.destination_asset, amount },
    route_type: 'direct',
    fee_bips: 0,
    source_token_price: '1',
    dest_token_price: '1',
    source_solver_address: accounts.solver.address,
    dest_solver_address: accounts.solver.address,
    hop_relayer_fee: null,
    expires_at: new Date(Date.now() + 60_000).toISOString(),
    consumed: false,
  })
}

/** An order as the orderbook makes it: both vault addresses follow from the terms. */
export function orderOf({ network }: TwoChains, body: CreateOrder, quote: QuoteWire): OrderWire {
  const now = Math.floor(Date.now() / 1000)
  const side = (name: 'source' | 'destination', creator: Address, recipient: Address) => {
    const { asset, amount } = body[name]
    const listed = network.assets.find((one) => one.asset === asset)
    const chain = network.chains.find((one) => asset.startsWith(`${one.chain}:`))
    if (listed === undefined || chain?.registry_address == null) throw new Error(`no asset ${asset}`)
    const life = name === 'source' ? chain.source_cancel_after_secs : chain.dest_cancel_after_secs
    const intent = {
      ...unset,
      chain: chain.chain,
      asset,
      token_address: listed.token_address,
      creator,
      recipient,
      amount,
      commitment_hash: body.commitment_hash,
      cancel_after: now + life,
      registry_address: chain.registry_address,
      l1_hop: false,
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
      status: 'awaiting' as const,
    }
    const registry = chain.registry_address as Address
    const terms = termsOf({ ...intent, swap_id: zeroAddress })
    return { ...intent, swap_id: predictVault({ registry, chainId: chain.chain_id, terms }) }
  }
  return {
    order_id: randomUUID(),
    user_id: body.user_id,
    quote_id: body.quote_id,
    source_token_price: quote.source_token_price,
    dest_token_price: quote.dest_token_price,
    fee_bips: quote.fee_bips,
    initiate_by: quote.initiate_by,
    fill_by: quote.fill_by,
    maker_quote: quote.maker_quote,
    source_intent: side('source', body.source.recipient as Address, accounts.solver.address),
    destination_intent: side('destination', accounts.solver.address, body.destination.recipient as Address),
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
    status: 'created',
    next_action: null,
  } as OrderWire
}

/** The fields of an intent whose events have not happened. */
const unset = {
  commitment: null,
  create_tx_hash: null,
  create_block_number: null,
  create_timestamp: null,
  claim_tx_hash: null,
  claim_block_number: null,
  claim_timestamp: null,
  cancel_tx_hash: null,
  cancel_block_number: null,
  cancel_timestamp: null,
  hop_bridge_factory: null,
  hop_dest_blockchain_id: null,
  hop_recipient: null,
  hop_fee_token: null,
  hop_relayer_fee: null,
  final_chain: null,
  final_token_address: null,
  bridge_tx_hash: null,
  bridge_status: null,
  bridge_message_id: null,
  delivery_tx_hash: null,
  delivered_at: null,
  funded_amount: null,
}

const vaultOf = (intent: OrderWire['source_intent']) => ({
  registry: intent.registry_address as Hex,
  vault: intent.swap_id as Hex,
  terms: termsOf(intent),
})

/** The status of an order by what both chains show now. */
async function statusOf({ a, b }: TwoChains, order: OrderWire): Promise<OrderWire['status']> {
  const [source, destination] = await Promise.all([
    readVault(a.control, vaultOf(order.source_intent)),
    readVault(b.control, vaultOf(order.destination_intent)),
  ])
  const [from, to] = [source.state, destination.state]
  if (from === 'cancelled') return 'cancelled'
  if (to === 'claimed') return from === 'claimed' ? 'completed' : 'destination_claimed'
  if (from === 'missing') return 'created'
  const { timestamp } = await a.control.getBlock()
  if (from === 'open' && Number(timestamp) >= order.source_intent.cancel_after) return 'refundable'
  return to === 'open' ? 'destination_initiated' : 'source_initiated'
}
