-- CreateTable
CREATE TABLE "settlements" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "chain" TEXT NOT NULL,
    "vault" TEXT NOT NULL,
    "commitment_hash" TEXT NOT NULL,
    "cancel_after" BIGINT NOT NULL,
    "payload" JSONB NOT NULL,
    "secret_ct" BYTEA,
    "secret_key_id" TEXT,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "revealed_at" TIMESTAMPTZ(3),
    "tx_hash" TEXT,
    "mined_block" BIGINT,
    "mined_block_hash" TEXT,
    "error_code" TEXT,
    "last_reason" TEXT,
    "reverts" INTEGER NOT NULL DEFAULT 0,
    "next_step_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settlements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settlement_events" (
    "id" BIGSERIAL NOT NULL,
    "settlement_id" UUID NOT NULL,
    "from_state" TEXT NOT NULL,
    "to_state" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settlement_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signers" (
    "chain" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "next_nonce" BIGINT NOT NULL,

    CONSTRAINT "signers_pkey" PRIMARY KEY ("chain","address")
);

-- CreateTable
CREATE TABLE "nonce_slots" (
    "chain" TEXT NOT NULL,
    "signer" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "settlement_id" UUID NOT NULL,
    "abandoned_at" TIMESTAMPTZ(3),
    "closed_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "nonce_slots_pkey" PRIMARY KEY ("chain","signer","nonce")
);

-- CreateTable
CREATE TABLE "tx_attempts" (
    "hash" TEXT NOT NULL,
    "chain" TEXT NOT NULL,
    "signer" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "raw_ct" BYTEA,
    "raw_key_id" TEXT NOT NULL,
    "max_fee_per_gas" DECIMAL(78,0) NOT NULL,
    "max_priority_fee" DECIMAL(78,0) NOT NULL,
    "gas_limit" DECIMAL(78,0) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "broadcast_started_at" TIMESTAMPTZ(3),
    "last_broadcast_at" TIMESTAMPTZ(3),
    "provider" TEXT,
    "error_class" TEXT,
    "outcome" TEXT,

    CONSTRAINT "tx_attempts_pkey" PRIMARY KEY ("hash")
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

-- CreateIndex
CREATE UNIQUE INDEX "settlements_order_id_kind_key" ON "settlements"("order_id", "kind");

-- The workers' list: only what is not final.
CREATE INDEX "settlements_due_idx" ON "settlements"("next_step_at") WHERE "state" IN ('accepted', 'slotted', 'revealed', 'mined');

-- CreateIndex
CREATE INDEX "settlement_events_settlement_id_idx" ON "settlement_events"("settlement_id");

-- A settlement has at most one open nonce.
CREATE UNIQUE INDEX "nonce_slots_one_open_idx" ON "nonce_slots"("settlement_id") WHERE "closed_hash" IS NULL;

-- The nonces to be filled.
CREATE INDEX "nonce_slots_abandoned_idx" ON "nonce_slots"("chain", "signer", "nonce") WHERE "closed_hash" IS NULL AND "abandoned_at" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "tx_attempts_chain_signer_nonce_number_key" ON "tx_attempts"("chain", "signer", "nonce", "number");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- AddForeignKey
ALTER TABLE "settlement_events" ADD CONSTRAINT "settlement_events_settlement_id_fkey" FOREIGN KEY ("settlement_id") REFERENCES "settlements"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "nonce_slots" ADD CONSTRAINT "nonce_slots_settlement_id_fkey" FOREIGN KEY ("settlement_id") REFERENCES "settlements"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tx_attempts" ADD CONSTRAINT "tx_attempts_chain_signer_nonce_fkey" FOREIGN KEY ("chain", "signer", "nonce") REFERENCES "nonce_slots"("chain", "signer", "nonce") ON DELETE NO ACTION ON UPDATE NO ACTION;
