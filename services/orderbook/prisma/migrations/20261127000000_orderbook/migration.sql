CREATE TABLE "orders" (
    "order_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "quote_id" UUID NOT NULL,
    "route_type" TEXT NOT NULL,
    "source_token_price" TEXT NOT NULL,
    "dest_token_price" TEXT NOT NULL,
    "fee_bips" INTEGER NOT NULL,
    "commitment_hash" TEXT NOT NULL,
    "source_chain" TEXT NOT NULL,
    "dest_chain" TEXT NOT NULL,
    "source_asset" TEXT NOT NULL,
    "dest_asset" TEXT NOT NULL,
    "volume_usd" DECIMAL(38,6) NOT NULL,
    "status" TEXT NOT NULL,
    "source_transition_at" BIGINT,
    "dest_transition_at" BIGINT,
    "completed_at" TIMESTAMPTZ(3),
    "last_event_seq" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "initiate_by" BIGINT,
    "fill_by" BIGINT,
    "maker_id" TEXT,
    "maker_quote" JSONB,
    "hub_asset" TEXT,
    "final_amount" DECIMAL(78,0),
    "client_hash" TEXT,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("order_id")
);

CREATE TABLE "intents" (
    "order_id" UUID NOT NULL,
    "side" TEXT NOT NULL,
    "swap_id" TEXT NOT NULL,
    "chain" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "token_address" TEXT NOT NULL,
    "creator" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "commitment_hash" TEXT NOT NULL,
    "commitment" TEXT,
    "cancel_after" BIGINT NOT NULL,
    "registry_address" TEXT NOT NULL,
    "create_tx_hash" TEXT,
    "create_block_number" BIGINT,
    "create_timestamp" TIMESTAMPTZ(3),
    "claim_tx_hash" TEXT,
    "claim_block_number" BIGINT,
    "claim_timestamp" TIMESTAMPTZ(3),
    "cancel_tx_hash" TEXT,
    "cancel_block_number" BIGINT,
    "cancel_timestamp" TIMESTAMPTZ(3),
    "l1_hop" BOOLEAN NOT NULL,
    "hop_bridge_factory" TEXT,
    "hop_dest_blockchain_id" TEXT,
    "hop_recipient" TEXT,
    "hop_fee_token" TEXT,
    "hop_relayer_fee" DECIMAL(78,0),
    "final_chain" TEXT,
    "final_token_address" TEXT,
    "bridge_tx_hash" TEXT,
    "bridge_message_id" TEXT,
    "bridge_state" TEXT,
    "bridge_delivered_at" TIMESTAMPTZ(3),
    "contradiction" TEXT,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "bridge_delivery_tx_hash" TEXT,
    "client_hash" TEXT,

    CONSTRAINT "intents_pkey" PRIMARY KEY ("order_id", "side")
);

CREATE TABLE "quotes" (
    "quote_id" UUID NOT NULL,
    "source_asset" TEXT NOT NULL,
    "source_amount" DECIMAL(78,0) NOT NULL,
    "destination_asset" TEXT NOT NULL,
    "destination_amount" DECIMAL(78,0) NOT NULL,
    "route_type" TEXT NOT NULL,
    "fee_bips" INTEGER NOT NULL,
    "source_token_price" TEXT NOT NULL,
    "dest_token_price" TEXT NOT NULL,
    "source_solver_address" TEXT NOT NULL,
    "dest_solver_address" TEXT NOT NULL,
    "hop_relayer_fee" DECIMAL(78,0),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "initiate_by" BIGINT,
    "fill_by" BIGINT,
    "maker_quote" JSONB,
    "runners_up" JSONB,
    "source_cancel_after" BIGINT,
    "dest_cancel_after" BIGINT,
    "free_option_secs" BIGINT,
    "network_fee" DECIMAL(78,0),
    "claimed_hash" TEXT,
    "claimed_order_id" UUID,

    CONSTRAINT "quotes_pkey" PRIMARY KEY ("quote_id")
);

CREATE TABLE "order_events" (
    "id" BIGSERIAL NOT NULL,
    "seq" BIGINT,
    "order_id" UUID NOT NULL,
    "order_seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "previous_status" TEXT,
    "completion_secs" INTEGER,
    "fact" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "rolled_up" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "order_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idempotency_keys" (
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER,
    "location" TEXT,
    "body" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("scope", "key")
);

CREATE TABLE "stats_hours" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "source_asset" TEXT NOT NULL,
    "dest_asset" TEXT NOT NULL,
    "total_orders" BIGINT NOT NULL,
    "completed_orders" BIGINT NOT NULL,
    "cancelled_orders" BIGINT NOT NULL,
    "completed_volume_usd" DECIMAL(38,6) NOT NULL,
    "completion_secs" BIGINT NOT NULL,

    CONSTRAINT "stats_hours_pkey" PRIMARY KEY ("hour", "source_asset", "dest_asset")
);

CREATE TABLE "stats_users" (
    "user_id" TEXT NOT NULL,
    "total_orders" BIGINT NOT NULL,
    "last_hour" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "stats_users_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "stats_counters" (
    "name" TEXT NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "stats_counters_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "stats_snapshots" (
    "id" INTEGER NOT NULL,
    "computed_at" TIMESTAMPTZ(3) NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "stats_snapshots_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "chain_cursors" (
    "chain" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "head_number" BIGINT NOT NULL,
    "head_timestamp" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "counted_number" BIGINT,
    "clock" BIGINT,
    "clock_number" BIGINT,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "chain_cursors_pkey" PRIMARY KEY ("chain")
);

CREATE TABLE "chain_blocks" (
    "chain" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "timestamp" BIGINT,

    CONSTRAINT "chain_blocks_pkey" PRIMARY KEY ("chain", "number")
);

CREATE TABLE "chain_events" (
    "id" BIGSERIAL NOT NULL,
    "chain" TEXT NOT NULL,
    "block_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "block_timestamp" BIGINT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "canonical" BOOLEAN NOT NULL,
    "finality" TEXT NOT NULL,

    CONSTRAINT "chain_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhooks" (
    "webhook_id" UUID NOT NULL,
    "client" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "event_types" JSONB,
    "user_id" TEXT,
    "after_seq" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "paused_until" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "target" TEXT NOT NULL,
    "network_hash" TEXT,
    "wider_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("webhook_id")
);

CREATE TABLE "webhook_deliveries" (
    "delivery_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "webhook_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "order_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("delivery_id")
);

CREATE TABLE "stats_pairs" (
    "source_asset" TEXT NOT NULL,
    "dest_asset" TEXT NOT NULL,
    "total_orders" BIGINT NOT NULL,
    "completed_orders" BIGINT NOT NULL,
    "cancelled_orders" BIGINT NOT NULL,
    "completed_volume_usd" DECIMAL(38,6) NOT NULL,
    "completion_secs" BIGINT NOT NULL,

    CONSTRAINT "stats_pairs_pkey" PRIMARY KEY ("source_asset", "dest_asset")
);

CREATE TABLE "stats_hour_totals" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "total_orders" BIGINT NOT NULL,
    "completed_orders" BIGINT NOT NULL,
    "cancelled_orders" BIGINT NOT NULL,
    "completed_volume_usd" DECIMAL(38,6) NOT NULL,
    "completion_secs" BIGINT NOT NULL,

    CONSTRAINT "stats_hour_totals_pkey" PRIMARY KEY ("hour")
);

CREATE TABLE "webhook_cursor" (
    "id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "after_hook" UUID,

    CONSTRAINT "webhook_cursor_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "orders_dest_asset_created_at_order_id_idx" ON "orders"("dest_asset", "created_at", "order_id");
CREATE INDEX "orders_source_asset_created_at_order_id_idx" ON "orders"("source_asset", "created_at", "order_id");
CREATE INDEX "orders_source_chain_created_at_order_id_idx" ON "orders"("source_chain", "created_at", "order_id");
CREATE INDEX "orders_status_created_at_order_id_idx" ON "orders"("status", "created_at", "order_id");
CREATE INDEX "orders_updated_at_order_id_idx" ON "orders"("updated_at", "order_id");
CREATE INDEX "orders_user_id_created_at_order_id_idx" ON "orders"("user_id", "created_at", "order_id");
CREATE INDEX "orders_user_id_status_created_at_order_id_idx" ON "orders"("user_id", "status", "created_at", "order_id");
CREATE UNIQUE INDEX "orders_commitment_hash_key" ON "orders"("commitment_hash");
CREATE UNIQUE INDEX "orders_quote_id_key" ON "orders"("quote_id");
CREATE INDEX "intents_creator_created_at_order_id_idx" ON "intents"("creator", "created_at", "order_id");
CREATE INDEX "intents_recipient_created_at_order_id_idx" ON "intents"("recipient", "created_at", "order_id");
CREATE UNIQUE INDEX "intents_swap_id_chain_key" ON "intents"("swap_id", "chain");
CREATE UNIQUE INDEX "order_events_order_id_order_seq_key" ON "order_events"("order_id", "order_seq");
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");
CREATE INDEX "stats_users_last_hour_idx" ON "stats_users"("last_hour");
CREATE INDEX "chain_events_chain_subject_idx" ON "chain_events"("chain", "subject");
CREATE UNIQUE INDEX "chain_events_chain_block_hash_log_index_key" ON "chain_events"("chain", "block_hash", "log_index");
CREATE INDEX "webhooks_client_idx" ON "webhooks"("client");
CREATE INDEX "webhooks_client_network_hash_idx" ON "webhooks"("client", "network_hash");
CREATE INDEX "webhooks_client_target_idx" ON "webhooks"("client", "target");
CREATE INDEX "webhooks_secret_hash_idx" ON "webhooks"("secret_hash");
CREATE INDEX "webhooks_url_idx" ON "webhooks"("url");
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");
CREATE UNIQUE INDEX "webhook_deliveries_webhook_id_seq_key" ON "webhook_deliveries"("webhook_id", "seq");

ALTER TABLE "intents" ADD CONSTRAINT "intents_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("order_id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("order_id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("webhook_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What follows, the Prisma schema cannot express.

-- Orders that time alone will change, by the chain whose clock decides.
CREATE INDEX "orders_source_due_idx" ON "orders"("source_chain", "source_transition_at") WHERE "source_transition_at" IS NOT NULL;
CREATE INDEX "orders_dest_due_idx" ON "orders"("dest_chain", "dest_transition_at") WHERE "dest_transition_at" IS NOT NULL;
-- All orders by their creation. A list of one value is in another order of nulls, of which there are none: PostgreSQL would
-- pass all newer orders here where a value's are old, instead of reading the value's own index.
CREATE INDEX "orders_created_idx" ON "orders"("created_at" NULLS FIRST, "order_id");
-- Orders by the chain where the asked asset arrives; hop orders by their hub.
CREATE INDEX "orders_asked_chain_idx" ON "orders"(split_part("dest_asset", ':', 1), "created_at", "order_id");
CREATE INDEX "orders_hub_chain_idx" ON "orders"("dest_chain", "created_at", "order_id") WHERE "hub_asset" IS NOT NULL;
CREATE INDEX "orders_hub_asset_idx" ON "orders"("hub_asset", "created_at", "order_id") WHERE "hub_asset" IS NOT NULL;
-- The newest completed orders of a route.
CREATE INDEX "orders_completed_idx" ON "orders"("source_asset", "dest_asset", "completed_at") WHERE "completed_at" IS NOT NULL;
CREATE INDEX "orders_maker_idx" ON "orders"("maker_id", "created_at") WHERE "maker_id" IS NOT NULL;
-- Orders that wait for their user's money: a small part of the table.
CREATE INDEX "orders_unfunded_client_idx" ON "orders"("client_hash") WHERE "status" = 'created';
CREATE INDEX "orders_unfunded_user_client_idx" ON "orders"("user_id", "client_hash") WHERE "status" = 'created';
CREATE INDEX "intents_unfunded_client_idx" ON "intents"("creator", "client_hash") WHERE "side" = 'source' AND "status" = 'awaiting';

-- Orders by any of their transactions.
CREATE INDEX "intents_create_tx_hash_idx" ON "intents"("create_tx_hash") WHERE "create_tx_hash" IS NOT NULL;
CREATE INDEX "intents_claim_tx_hash_idx" ON "intents"("claim_tx_hash") WHERE "claim_tx_hash" IS NOT NULL;
CREATE INDEX "intents_cancel_tx_hash_idx" ON "intents"("cancel_tx_hash") WHERE "cancel_tx_hash" IS NOT NULL;
CREATE INDEX "intents_delivery_tx_hash_idx" ON "intents"("bridge_delivery_tx_hash") WHERE "bridge_delivery_tx_hash" IS NOT NULL;
-- Sides that a deadline has changed: a clock that a reorg sets back changes them again.
CREATE INDEX "intents_overdue_idx" ON "intents"("chain", "cancel_after") WHERE "status" IN ('cancellable', 'expired');
-- The hops under way.
CREATE INDEX "intents_undelivered_idx" ON "intents"("final_chain") WHERE "bridge_state" IN ('dispatched', 'failed');

-- Quotes that no order took, for their sweep.
CREATE INDEX "quotes_untaken_idx" ON "quotes"("expires_at") WHERE "consumed_at" IS NULL;
-- Events that the sequencer has not numbered yet, and those that it has.
CREATE INDEX "order_events_unnumbered_idx" ON "order_events"("id") WHERE "seq" IS NULL;
CREATE UNIQUE INDEX "order_events_seq_key" ON "order_events"("seq") WHERE "seq" IS NOT NULL;

-- The dispatch of a message, by which an event on the final chain finds its order.
CREATE INDEX "chain_events_dispatch_idx" ON "chain_events"(("payload" ->> 'messageId')) WHERE "kind" = 'hop_dispatched';
-- Events whose finality still moves, and those that a reorg can take back.
CREATE INDEX "chain_events_unsettled_idx" ON "chain_events"("chain", "block_number") WHERE "canonical" AND "finality" <> 'finalized';

-- Deliveries that are due, also of one webhook alone, and those that wait for an earlier one of the same order.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("next_attempt_at") WHERE "status" = 'pending';
CREATE INDEX "webhook_deliveries_due_of_webhook_idx" ON "webhook_deliveries"("webhook_id", "next_attempt_at", "seq") WHERE "status" = 'pending';
CREATE INDEX "webhook_deliveries_pending_idx" ON "webhook_deliveries"("webhook_id", "order_id", "seq") WHERE "status" = 'pending';

-- The coarser levels of stats_hours follow it: all hours of a pair of assets, and all pairs of an hour.
-- One statement may fire two of these. The lock keeps writers from waiting for each other in a circle.
CREATE FUNCTION stats_hours_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7216010005);
  INSERT INTO stats_pairs AS s (source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT source_asset, dest_asset, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT * FROM new_rows) d GROUP BY source_asset, dest_asset ORDER BY source_asset, dest_asset
  ON CONFLICT (source_asset, dest_asset) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  INSERT INTO stats_hour_totals AS s (hour, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT hour, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT * FROM new_rows) d GROUP BY hour ORDER BY hour
  ON CONFLICT (hour) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  RETURN NULL;
END $$;

CREATE FUNCTION stats_hours_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7216010005);
  INSERT INTO stats_pairs AS s (source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT source_asset, dest_asset, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT hour, source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs FROM new_rows
    UNION ALL SELECT hour, source_asset, dest_asset, -total_orders, -completed_orders, -cancelled_orders, -completed_volume_usd, -completion_secs FROM old_rows) d GROUP BY source_asset, dest_asset ORDER BY source_asset, dest_asset
  ON CONFLICT (source_asset, dest_asset) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  INSERT INTO stats_hour_totals AS s (hour, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT hour, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT hour, source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs FROM new_rows
    UNION ALL SELECT hour, source_asset, dest_asset, -total_orders, -completed_orders, -cancelled_orders, -completed_volume_usd, -completion_secs FROM old_rows) d GROUP BY hour ORDER BY hour
  ON CONFLICT (hour) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  RETURN NULL;
END $$;

CREATE FUNCTION stats_hours_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7216010005);
  INSERT INTO stats_pairs AS s (source_asset, dest_asset, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT source_asset, dest_asset, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT hour, source_asset, dest_asset, -total_orders AS total_orders, -completed_orders AS completed_orders, -cancelled_orders AS cancelled_orders, -completed_volume_usd AS completed_volume_usd, -completion_secs AS completion_secs FROM old_rows) d GROUP BY source_asset, dest_asset ORDER BY source_asset, dest_asset
  ON CONFLICT (source_asset, dest_asset) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  INSERT INTO stats_hour_totals AS s (hour, total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs)
  SELECT hour, sum(total_orders), sum(completed_orders), sum(cancelled_orders), sum(completed_volume_usd), sum(completion_secs) FROM (SELECT hour, source_asset, dest_asset, -total_orders AS total_orders, -completed_orders AS completed_orders, -cancelled_orders AS cancelled_orders, -completed_volume_usd AS completed_volume_usd, -completion_secs AS completion_secs FROM old_rows) d GROUP BY hour ORDER BY hour
  ON CONFLICT (hour) DO UPDATE SET
    total_orders = s.total_orders + excluded.total_orders, completed_orders = s.completed_orders + excluded.completed_orders, cancelled_orders = s.cancelled_orders + excluded.cancelled_orders, completed_volume_usd = s.completed_volume_usd + excluded.completed_volume_usd, completion_secs = s.completion_secs + excluded.completion_secs;
  RETURN NULL;
END $$;

CREATE TRIGGER "stats_hours_inserted" AFTER INSERT ON "stats_hours"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stats_hours_inserted();
CREATE TRIGGER "stats_hours_updated" AFTER UPDATE ON "stats_hours"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stats_hours_updated();
CREATE TRIGGER "stats_hours_deleted" AFTER DELETE ON "stats_hours"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stats_hours_deleted();

CREATE TABLE "maker_refusals" (
    "quote_id" UUID NOT NULL,
    "maker_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "maker_refusals_pkey" PRIMARY KEY ("quote_id")
);
CREATE INDEX "maker_refusals_maker_id_at_idx" ON "maker_refusals"("maker_id", "at");

-- Orders that their makers may have faded: few beside those that were filled and claimed in time.
CREATE INDEX "orders_maker_unfilled_idx" ON "orders"("maker_id", "created_at")
WHERE "maker_id" IS NOT NULL AND "status" NOT IN ('created', 'expired')
  AND ("completed_at" IS NULL OR "completed_at" >= to_timestamp("fill_by"));
