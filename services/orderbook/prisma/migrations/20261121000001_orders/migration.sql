-- CreateTable
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

    CONSTRAINT "orders_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
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

    CONSTRAINT "intents_pkey" PRIMARY KEY ("order_id","side")
);

-- CreateTable
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

    CONSTRAINT "quotes_pkey" PRIMARY KEY ("quote_id")
);

-- CreateTable
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

    CONSTRAINT "order_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER,
    "location" TEXT,
    "body" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("scope","key")
);

-- CreateTable
CREATE TABLE "stats_hours" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "source_asset" TEXT NOT NULL,
    "dest_asset" TEXT NOT NULL,
    "total_orders" BIGINT NOT NULL,
    "completed_orders" BIGINT NOT NULL,
    "cancelled_orders" BIGINT NOT NULL,
    "completed_volume_usd" DECIMAL(38,6) NOT NULL,
    "completion_secs" BIGINT NOT NULL,

    CONSTRAINT "stats_hours_pkey" PRIMARY KEY ("hour","source_asset","dest_asset")
);

-- CreateTable
CREATE TABLE "stats_user_hours" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "stats_user_hours_pkey" PRIMARY KEY ("hour","user_id")
);

-- CreateTable
CREATE TABLE "stats_users" (
    "user_id" TEXT NOT NULL,
    "total_orders" BIGINT NOT NULL,

    CONSTRAINT "stats_users_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "stats_counters" (
    "name" TEXT NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "stats_counters_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "stats_snapshots" (
    "id" INTEGER NOT NULL,
    "computed_at" TIMESTAMPTZ(3) NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "stats_snapshots_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "orders_quote_id_key" ON "orders"("quote_id");

-- CreateIndex
CREATE UNIQUE INDEX "orders_commitment_hash_key" ON "orders"("commitment_hash");

-- CreateIndex
CREATE INDEX "orders_created_at_order_id_idx" ON "orders"("created_at", "order_id");

-- CreateIndex
CREATE INDEX "orders_updated_at_order_id_idx" ON "orders"("updated_at", "order_id");

-- CreateIndex
CREATE INDEX "orders_user_id_created_at_order_id_idx" ON "orders"("user_id", "created_at", "order_id");

-- CreateIndex
CREATE INDEX "orders_status_created_at_order_id_idx" ON "orders"("status", "created_at", "order_id");

-- CreateIndex
CREATE INDEX "orders_source_chain_created_at_order_id_idx" ON "orders"("source_chain", "created_at", "order_id");

-- CreateIndex
CREATE INDEX "orders_dest_chain_created_at_order_id_idx" ON "orders"("dest_chain", "created_at", "order_id");

-- CreateIndex
CREATE INDEX "orders_source_asset_created_at_order_id_idx" ON "orders"("source_asset", "created_at", "order_id");

-- CreateIndex
CREATE INDEX "orders_dest_asset_created_at_order_id_idx" ON "orders"("dest_asset", "created_at", "order_id");

-- CreateIndex
CREATE INDEX "intents_creator_order_id_idx" ON "intents"("creator", "order_id");

-- CreateIndex
CREATE INDEX "intents_recipient_order_id_idx" ON "intents"("recipient", "order_id");

-- CreateIndex
CREATE INDEX "intents_swap_id_idx" ON "intents"("swap_id");

-- CreateIndex
CREATE UNIQUE INDEX "intents_chain_swap_id_key" ON "intents"("chain", "swap_id");

-- CreateIndex
CREATE INDEX "quotes_expires_at_idx" ON "quotes"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "order_events_seq_key" ON "order_events"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "order_events_order_id_order_seq_key" ON "order_events"("order_id", "order_seq");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- AddForeignKey
ALTER TABLE "intents" ADD CONSTRAINT "intents_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("order_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("order_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Partial indexes, which the Prisma schema cannot express.

-- Events that the sequencer has not numbered yet.
CREATE INDEX "order_events_unnumbered_idx" ON "order_events"("id") WHERE "seq" IS NULL;

-- Orders whose status time alone will change, by the chain whose clock decides.
CREATE INDEX "orders_source_due_idx" ON "orders"("source_chain", "source_transition_at") WHERE "source_transition_at" IS NOT NULL;
CREATE INDEX "orders_dest_due_idx" ON "orders"("dest_chain", "dest_transition_at") WHERE "dest_transition_at" IS NOT NULL;

-- Orders by any transaction of either side.
CREATE INDEX "intents_create_tx_hash_idx" ON "intents"("create_tx_hash") WHERE "create_tx_hash" IS NOT NULL;
CREATE INDEX "intents_claim_tx_hash_idx" ON "intents"("claim_tx_hash") WHERE "claim_tx_hash" IS NOT NULL;
CREATE INDEX "intents_cancel_tx_hash_idx" ON "intents"("cancel_tx_hash") WHERE "cancel_tx_hash" IS NOT NULL;
