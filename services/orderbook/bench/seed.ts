import pg from 'pg'

export type SeedOptions = {
  databaseUrl: string
  orders: number
  /** How many users the orders have. The first user has a hundredth of all orders. */
  users?: number
  /** Over how many days before now the orders are spread evenly. */
  days?: number
  /** Gives the first twentieth of all orders a solver, an asset and a user that no later order has. */
  isHistory?: boolean
  /** Lets orders take between some seconds and an hour, instead of 30 seconds each. */
  isSpread?: boolean
  log?: (line: string) => void
}

const chunk = 50_000
/**
 * From this number of orders on, indexes are built after the rows are inserted: updating them with each row takes several
 * times as long.
 */
const manyOrders = 200_000

/**
 * The statuses of orders older than an hour, each with its share in about hundredths. No other column depends on this one.
 */
const statusOf = `CASE WHEN n % 101 < 73 THEN 'completed' WHEN n % 101 < 83 THEN 'cancelled'
  WHEN n % 101 < 93 THEN 'expired' WHEN n % 101 < 96 THEN 'created' WHEN n % 101 < 98 THEN 'source_initiated'
  WHEN n % 101 < 100 THEN 'destination_initiated' ELSE 'refundable' END`

/**
 * When an order changed last. A cancelled order waited for its deadline, and one in a hundred also for its user, for days.
 */
const updatedAt = `least(now(), created_at + CASE WHEN n % 101 = 73 THEN interval '80 hours'
  WHEN status IN ('cancelled', 'refundable') THEN interval '13 hours' ELSE interval '45 seconds' END)`

/** Hexadecimal digits that follow from n: 64 of them, of which an address takes 40. */
const hash = (label: string) => `encode(sha256(convert_to('${label}' || n, 'UTF8')), 'hex')`

const rows = `
CREATE TEMP TABLE seed ON COMMIT DROP AS
SELECT n, created_at, ${updatedAt} AS updated_at, status, status = 'completed' AS is_done, status IN ('completed', 'cancelled') AS was_funded,
  (lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint), 12, '0') || '7' || substr(digest, 1, 3) || '8'
    || substr(digest, 4, 15))::uuid AS order_id,
  md5('quote' || n)::uuid AS quote_id,
  '0x' || ${hash('hash')} AS commitment_hash,
  CASE WHEN n % 103 = 0 THEN CASE WHEN is_old THEN 'user-left' ELSE 'user-0' END ELSE 'user-' || (n * 7919 % $3) END AS user_id,
  CASE WHEN n % 4 = 0 THEN 'devnet_b' ELSE 'devnet_a' END AS source_chain,
  CASE WHEN n % 4 = 0 THEN 'devnet_a' ELSE 'devnet_b' END AS dest_chain,
  CASE WHEN is_old THEN 'dai' WHEN n % 5 = 0 THEN 'eth' ELSE 'usdc' END AS symbol,
  '0x' || repeat(CASE WHEN is_old THEN '3' ELSE '2' END, 40) AS solver,
  (1 + n % 1000)::numeric * 1000000 AS amount
FROM (SELECT n, ${statusOf} AS status, ${hash('order')} AS digest, $6 AND n <= $5 / 20 AS is_old,
    date_trunc('milliseconds', now() - $4::interval * (1 - n::float8 / $5)) AS created_at
  FROM generate_series($1::bigint, $2::bigint) n) numbers`

const insertOrders = `
INSERT INTO orders (order_id, user_id, quote_id, route_type, source_token_price, dest_token_price, fee_bips,
  commitment_hash, source_chain, dest_chain, source_asset, dest_asset, volume_usd, status, completed_at,
  last_event_seq, created_at, updated_at)
SELECT order_id, user_id, quote_id, 'direct', '1', '1', 10, commitment_hash, source_chain, dest_chain,
  source_chain || ':' || symbol, dest_chain || ':usdc', amount / 1000000, status,
  CASE WHEN is_done THEN created_at + interval '40 seconds' END,
  CASE WHEN status = 'created' THEN 1 ELSE 2 END, created_at, updated_at
FROM seed`

const insertIntents = `
INSERT INTO intents (order_id, side, swap_id, chain, asset, token_address, creator, recipient, amount, commitment_hash,
  commitment, cancel_after, registry_address, create_tx_hash, create_block_number, create_timestamp, claim_tx_hash,
  claim_block_number, claim_timestamp, cancel_tx_hash, cancel_block_number, cancel_timestamp, l1_hop, status,
  created_at, updated_at)
SELECT order_id, side, '0x' || substr(encode(sha256(convert_to(side || n, 'UTF8')), 'hex'), 1, 40),
  CASE side WHEN 'source' THEN source_chain ELSE dest_chain END,
  CASE side WHEN 'source' THEN source_chain || ':' || symbol ELSE dest_chain || ':usdc' END,
  '0x' || repeat('4', 40),
  CASE side WHEN 'source' THEN '0x' || substr(${hash('user')}, 1, 40) ELSE solver END,
  CASE side WHEN 'source' THEN solver ELSE '0x' || substr(${hash('user')}, 1, 40) END,
  amount, commitment_hash, CASE WHEN is_done THEN '0x' || ${hash('secret')} END,
  extract(epoch FROM created_at)::bigint + CASE side WHEN 'source' THEN 43200 ELSE 3600 END, '0x' || repeat('1', 40),
  CASE WHEN was_funded THEN '0x' || encode(sha256(convert_to('create' || side || n, 'UTF8')), 'hex') END,
  CASE WHEN was_funded THEN n END, CASE WHEN was_funded THEN created_at + interval '10 seconds' END,
  CASE WHEN is_done THEN '0x' || encode(sha256(convert_to('claim' || side || n, 'UTF8')), 'hex') END,
  CASE WHEN is_done THEN n + 30 END, CASE WHEN is_done THEN created_at + interval '40 seconds' END,
  CASE WHEN status = 'cancelled' THEN '0x' || encode(sha256(convert_to('cancel' || side || n, 'UTF8')), 'hex') END,
  CASE WHEN status = 'cancelled' THEN n + 9000 END,
  CASE WHEN status = 'cancelled' THEN updated_at END, false,
  CASE WHEN is_done THEN 'claimed' WHEN status IN ('cancelled', 'expired') THEN status ELSE 'awaiting' END,
  created_at, updated_at
FROM seed, (VALUES ('source'), ('destination')) sides (side)`

/**
 * Spreads the time from the funding to the payment: mostly a quarter of a minute to two minutes, up to an hour for a few.
 */
const spread = `
UPDATE intents SET claim_timestamp = create_timestamp + interval '1 second' *
  (8 + 45 * -ln(1 - (('x' || substr(md5(order_id::text), 1, 7))::bit(28)::int::float8 + 0.5) / 268435456) ^ 1.6)
WHERE side = 'destination' AND claim_timestamp IS NOT NULL`

const insertEvents = `
INSERT INTO order_events (seq, order_id, order_seq, type, status, previous_status, completion_secs, created_at)
SELECT (SELECT coalesce(max(seq), 0) FROM order_events) + row_number() OVER (ORDER BY seed.n, change.order_seq),
  order_id, change.order_seq, CASE change.order_seq WHEN 1 THEN 'order.created' ELSE 'order.status_changed' END,
  CASE change.order_seq WHEN 1 THEN 'created' ELSE status END, CASE change.order_seq WHEN 2 THEN 'created' END,
  CASE WHEN change.order_seq = 2 AND is_done THEN 40 END, created_at + interval '40 seconds' * (change.order_seq - 1)
FROM seed JOIN (VALUES (1), (2)) change (order_seq) ON change.order_seq = 1 OR status <> 'created'`

/**
 * Adds orders to an empty, migrated database until it has `orders` of them, with their intents, events and roll-ups. The
 * rows follow from their number, so a second run adds only the missing ones.
 */
export async function seedOrders(options: SeedOptions): Promise<void> {
  const { databaseUrl, orders, users = 20_000, days = 90, isHistory = false, isSpread = false, log } = options
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const addFrom = async (first: number) => {
    for (let from = first; from <= orders; from += chunk) {
      const to = Math.min(orders, from + chunk - 1)
      await client.query('BEGIN')
      await client.query(rows, [from, to, users, `${days} days`, orders, isHistory])
      for (const insert of [insertOrders, insertIntents, insertEvents]) await client.query(insert)
      await client.query('COMMIT')
      log?.(`${to} of ${orders} orders`)
    }
  }
  try {
    const { rows: counted } = await client.query<{ count: string }>('SELECT count(*) FROM orders')
    const there = Number(counted[0]?.count ?? 0)
    await client.query('SET synchronous_commit = off')
    if (orders - there >= Math.max(manyOrders, there)) await withoutIndexes(client, () => addFrom(there + 1), log)
    else await addFrom(there + 1)
    if (isSpread) await client.query(spread)
    await client.query('VACUUM (ANALYZE) orders, intents, order_events')
  } finally {
    await client.end()
  }
}

/** Runs the work without foreign keys, and without those indexes of the three tables that it does not need itself. */
async function withoutIndexes(client: pg.Client, work: () => Promise<void>, log?: (line: string) => void) {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('orders'::regclass, 'intents'::regclass, 'order_events'::regclass)
       AND NOT indisprimary AND indexrelid <> 'order_events_seq_key'::regclass`,
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  // Turns off triggers and foreign keys. Rows refer only to rows that are inserted with them.
  await client.query('SET session_replication_role = replica')
  await work()
  await client.query('RESET session_replication_role')
  await client.query("SET maintenance_work_mem = '1GB'")
  for (const { name, definition } of indexes) {
    await client.query(definition)
    log?.(`index ${name}`)
  }
}
