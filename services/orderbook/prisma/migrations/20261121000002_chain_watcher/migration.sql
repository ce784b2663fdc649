-- CreateTable
CREATE TABLE "chain_cursors" (
    "chain" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "head_number" BIGINT NOT NULL,
    "head_timestamp" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chain_cursors_pkey" PRIMARY KEY ("chain")
);

-- CreateTable
CREATE TABLE "chain_blocks" (
    "chain" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "chain_blocks_pkey" PRIMARY KEY ("chain","number")
);

-- CreateTable
CREATE TABLE "chain_events" (
    "id" BIGSERIAL NOT NULL,
    "chain" TEXT NOT NULL,
    "block_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "block_timestamp" BIGINT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "vault" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "canonical" BOOLEAN NOT NULL,
    "finality" TEXT NOT NULL,

    CONSTRAINT "chain_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "chain_events_chain_block_hash_log_index_key" ON "chain_events"("chain", "block_hash", "log_index");

-- CreateIndex
CREATE INDEX "chain_events_chain_vault_idx" ON "chain_events"("chain", "vault");

-- The events whose finality still moves, and those a reorg can take back: a small part of the table.
CREATE INDEX "chain_events_unsettled_idx" ON "chain_events"("chain", "block_number") WHERE "canonical" AND "finality" <> 'finalized';
