import { examples } from './examples.ts'

/**
 * Example answers that are derived from the recorded swap: its events, lists with its order, and
 * more.
 */

const { orderCompleted: order, claimConfirmed: claim } = examples
const { source_intent: source, destination_intent: destination } = order

const fact = {
  side: 'destination',
  kind: 'created',
  chain: destination.chain,
  tx_hash: destination.create_tx_hash,
  block_number: destination.create_block_number,
  block_hash: '0x5b8c3a1de0f1f6a2f6c24e6f0a3c5bb0b7b5a35c7d5fb9f4e2f3c1d0a9b8e7f6',
  block_timestamp: destination.create_timestamp,
  finality: 'confirmed',
  confirmations: 2,
} as const

const orderEvent = {
  seq: 4,
  order_seq: 4,
  order_id: order.order_id,
  type: 'order.fact_confirmed',
  status: 'destination_initiated',
  fact,
  created_at: '2026-11-21T06:14:04.512Z',
} as const

const orderPage = {
  data: [order],
  page: 1,
  limit: 20,
  total: 1,
  total_is_exact: true,
  total_pages: 1,
  has_more: false,
  next_cursor: null,
}

const webhook = {
  webhook_id: '019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11',
  url: 'https://shop.example/tandem',
  event_types: ['order.reveal_safe', 'order.status_changed'],
  user_id: null,
  status: 'active',
  created_at: '2026-11-21T06:00:00.000Z',
  disabled_at: null,
} as const

const delivery = {
  delivery_id: '019aa7c1-8a40-7d15-b2c3-4e5f60718293',
  webhook_id: webhook.webhook_id,
  seq: 6,
  order_id: order.order_id,
  event_type: 'order.status_changed',
  status: 'delivered',
  attempts: [{ at: '2026-11-21T06:14:05.912Z', status_code: 204, error: null, duration_ms: 38 }],
  next_attempt_at: null,
  created_at: '2026-11-21T06:14:05.757Z',
} as const

const chain = {
  chain: 'devnet_a',
  chain_id: 31401,
  display_name: 'Devnet A',
  registry_address: source.registry_address,
  solver_address: source.recipient,
  block_time_ms: 1000,
  confirmations: 2,
  confirmation_steps: [],
  finality_tag: null,
  start_block: 0,
  source_cancel_after_secs: 3600,
  dest_cancel_after_secs: 1200,
  claim_safety_secs: 120,
  fitted_windows: null,
  native_symbol: 'ETH',
  explorer_url: null,
  hop_bridge_address: null,
  hub_chain: null,
  blockchain_id: null,
  messenger_address: null,
} as const

const asset = {
  asset: source.asset,
  symbol: 'USDC',
  display_name: 'USD Coin',
  decimals: 6,
  token_address: source.token_address,
  token_home_address: null,
  permit: true,
  min_amount: '1000000',
  max_amount: '1000000000000',
  usd_price_ceiling: '1.1',
} as const

const { source: from, destination: to, route_type, fee_bips, source_token_price, dest_token_price } = examples.quote

const submitted = { attempts: claim.attempts, error_code: null, created_at: claim.created_at }

const initiation = {
  initiation_id: '4f3b8a2e-1c6d-4e57-9a0b-2d8c7e6f5a41',
  type: 'prefunded',
  create_tx_hash: source.create_tx_hash,
  order_id: order.order_id,
  swap_id: source.swap_id,
  chain: source.chain,
  status: 'confirmed',
  ...submitted,
  attempts: claim.attempts.map((attempt) => ({
    ...attempt,
    tx_hash: source.create_tx_hash,
    created_at: '2026-11-21T06:14:01.402Z',
    broadcast_at: '2026-11-21T06:14:01.431Z',
  })),
  created_at: '2026-11-21T06:14:01.204Z',
  updated_at: '2026-11-21T06:14:03.104Z',
  reason: { code: 'depth_reached', message: 'block 26120481 counts' },
} as const

const refundTx = '0x7d1f0c5e9b3a48d26c8e5f17a09b4c3d2e1f60718293a4b5c6d7e8f901a2b3c4'
const refund = {
  refund_id: '8c2d1e0f-3a4b-4c5d-8e6f-7a8b9c0d1e2f',
  way: 'consent',
  refund_tx_hash: refundTx,
  order_id: order.order_id,
  swap_id: source.swap_id,
  chain: source.chain,
  status: 'confirmed',
  ...submitted,
  attempts: claim.attempts.map((attempt) => ({ ...attempt, tx_hash: refundTx })),
  updated_at: '2026-11-21T06:17:20.318Z',
} as const

const queued = { status: 'queued', attempts: [], updated_at: claim.created_at } as const

/** Examples by the kind of answer. The linter checks each against its schema. */
export const answers = {
  orderPage,
  explanation: {
    order_id: order.order_id,
    status: 'source_initiated',
    summary: 'The source escrow is on chain; the destination escrow is not open.',
    happened: [
      { at: order.created_at, text: `The order was created from quote ${order.quote_id}.`, tx_hash: null },
      {
        at: source.create_timestamp,
        text: 'The source escrow was created on devnet_a.',
        tx_hash: source.create_tx_hash,
      },
    ],
    awaiting: {
      from: 'solver',
      text:
        'The solver funds the destination escrow once the source escrow stands at its confirmation depth. If it does not by ' +
        '2026-11-21T06:27:02.000Z, it gives the source back with its consent; without that, the source can be cancelled ' +
        'from 2026-11-21T07:14:00.000Z on.',
      until: '2026-11-21T06:27:02.000Z',
    },
    facts: [
      {
        ...fact,
        side: 'source',
        chain: source.chain,
        tx_hash: source.create_tx_hash,
        block_number: source.create_block_number,
        block_timestamp: source.create_timestamp,
      },
    ],
    you_can: [
      `If nothing comes: cancel the source escrow from 2026-11-21T07:14:00.000Z on; it repays ${source.creator}.`,
    ],
  },
  consent: { consent: null, reason: 'too_early' },
  eventPage: { data: [orderEvent], last_seq: orderEvent.seq, has_more: false },
  eventStream: `id: ${orderEvent.seq}\nevent: ${orderEvent.type}\ndata: ${JSON.stringify(orderEvent)}\n\n`,
  webhook,
  webhookCreated: { ...webhook, status: 'pending', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  webhookList: { data: [webhook] },
  deliveryList: { data: [delivery] },
  redelivery: { ...delivery, status: 'pending', next_attempt_at: '2026-11-21T07:00:00.000Z' },
  indicativeQuote: {
    source: from,
    destination: to,
    route_type,
    fee_bips,
    source_token_price,
    dest_token_price,
    hop_relayer_fee: null,
    network_fee: null,
    as_of: '2026-11-21T06:14:00.000Z',
  },
  makerList: {
    data: [
      {
        maker_id: 'acme',
        name: 'Acme',
        signer: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
        addresses: { devnet_a: source.recipient, devnet_b: destination.creator },
        days: [{ date: '2026-11-21', won: 12, filled: 12, faded: 0, refused: 0 }],
        benched_until: null,
      },
    ],
  },
  chainList: { data: [chain] },
  assetList: { data: [asset] },
  routeList: {
    data: [
      {
        source: source.asset,
        destination: destination.asset,
        route_type,
        fee_bips,
        hub_asset: null,
        hop_relayer_fee: null,
        limits: {
          min_source_amount: '1001002',
          max_source_amount: '1000000000000',
          min_destination_amount: '1000000',
          max_destination_amount: '999000000000',
          basis: 'price',
        },
        network_fee: null,
        makers: 1,
        closed_by: null,
        completion_time: { p50_secs: 4, p95_secs: 6, orders: 12, since: '2026-11-20T18:02:11.000Z' },
      },
    ],
  },
  ready: { ready: true, checks: { database: { ok: true }, devnet_a: { ok: true }, devnet_b: { ok: true } } },
  notReady: { ready: false, checks: { database: { ok: false, message: 'not available' }, devnet_a: { ok: true } } },
  claimList: { data: [claim] },
  initiation,
  initiationList: { data: [initiation] },
  initiationQueued: {
    ...initiation,
    ...queued,
    create_tx_hash: null,
    reason: null,
    updated_at: initiation.created_at,
  },
  refund,
  refundQueued: { ...refund, ...queued, refund_tx_hash: null },
} as const
