CREATE TABLE "requests" (
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
    "last_reason_code" TEXT,
    "pulls_from" TEXT,

    CONSTRAINT "requests_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "request_events" (
    "id" BIGSERIAL NOT NULL,
    "request_id" UUID NOT NULL,
    "from_state" TEXT NOT NULL,
    "to_state" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "event" TEXT NOT NULL,

    CONSTRAINT "request_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "signers" (
    "chain" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "next_nonce" BIGINT NOT NULL,

    CONSTRAINT "signers_pkey" PRIMARY KEY ("chain", "address")
);

CREATE TABLE "nonces" (
    "chain" TEXT NOT NULL,
    "signer" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "abandoned_at" TIMESTAMPTZ(3),
    "closed_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "reserved_wei" DECIMAL(78,0) NOT NULL DEFAULT 0,

    CONSTRAINT "nonces_pkey" PRIMARY KEY ("chain", "signer", "nonce")
);

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
    "signed_block" BIGINT,
    "purpose" TEXT NOT NULL,

    CONSTRAINT "tx_attempts_pkey" PRIMARY KEY ("hash")
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

CREATE TABLE "nonce_members" (
    "chain" TEXT NOT NULL,
    "signer" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "request_id" UUID NOT NULL,
    "is_open" BOOLEAN NOT NULL DEFAULT true,
    "hedge_number" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "nonce_members_pkey" PRIMARY KEY ("chain", "signer", "nonce", "request_id")
);

CREATE TABLE "sponsor_budgets" (
    "day" DATE NOT NULL,
    "chain" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "used_wei" DECIMAL(78,0) NOT NULL DEFAULT 0,

    CONSTRAINT "sponsor_budgets_pkey" PRIMARY KEY ("day", "chain", "purpose", "scope", "subject")
);

CREATE TABLE "sponsor_charges" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "chain" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "wei" DECIMAL(78,0) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "sponsor_charges_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "request_archive" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "commitment_hash" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    "revealed_at" TIMESTAMPTZ(3),
    "tx_hash" TEXT,
    "mined_block" BIGINT,
    "mined_block_hash" TEXT,
    "error_code" TEXT,
    "reverts" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "history" JSONB NOT NULL,

    CONSTRAINT "request_archive_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "requests_order_id_kind_key" ON "requests"("order_id", "kind");
CREATE INDEX "request_events_request_id_idx" ON "request_events"("request_id");
CREATE UNIQUE INDEX "tx_attempts_chain_signer_nonce_number_key" ON "tx_attempts"("chain", "signer", "nonce", "number");
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");
CREATE INDEX "nonce_members_request_id_idx" ON "nonce_members"("request_id");
CREATE INDEX "sponsor_charges_settled_at_idx" ON "sponsor_charges"("settled_at");
CREATE INDEX "request_archive_order_id_kind_idx" ON "request_archive"("order_id", "kind");
CREATE INDEX "request_archive_updated_at_idx" ON "request_archive"("updated_at");

ALTER TABLE "nonce_members" ADD CONSTRAINT "nonce_members_chain_signer_nonce_fkey" FOREIGN KEY ("chain", "signer", "nonce") REFERENCES "nonces"("chain", "signer", "nonce") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "nonce_members" ADD CONSTRAINT "nonce_members_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "request_events" ADD CONSTRAINT "request_events_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "requests"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "tx_attempts" ADD CONSTRAINT "tx_attempts_chain_signer_nonce_fkey" FOREIGN KEY ("chain", "signer", "nonce") REFERENCES "nonces"("chain", "signer", "nonce") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What follows, the Prisma schema cannot express.

-- The workers' list, and what retention looks for.
CREATE INDEX "requests_due_idx" ON "requests"("next_step_at") WHERE "state" IN ('accepted', 'assigned', 'revealed', 'mined');
CREATE INDEX "requests_pulls_idx" ON "requests"("chain", "pulls_from") WHERE "state" IN ('accepted', 'assigned', 'revealed', 'mined');
CREATE INDEX "requests_ended_idx" ON "requests"("updated_at") WHERE "state" IN ('confirmed', 'superseded', 'rejected', 'lost');
CREATE INDEX "nonces_open_idx" ON "nonces"("chain", "signer", "nonce") WHERE "closed_hash" IS NULL;
CREATE INDEX "nonces_filled_idx" ON "nonces"("created_at") WHERE "abandoned_at" IS NOT NULL AND "closed_hash" IS NOT NULL;
-- A request has at most one open nonce; a broadcast one at most one for each hedge.
CREATE UNIQUE INDEX "nonce_members_open_idx" ON "nonce_members"("request_id", "hedge_number") WHERE "is_open";
-- A request has one charge that is not settled.
CREATE UNIQUE INDEX "sponsor_charges_open" ON "sponsor_charges"("order_id", "kind") WHERE "settled_at" IS NULL;

-- ADR 0005. What is open now has nothing to do with what was open when the tables were analyzed, in a quiet hour. With
-- statistics that say "nothing", the planner takes the index of open rows for empty and reads all of it for every row: a
-- thousand open nonces then cost a minute. Without statistics it looks rows up by their keys.
ALTER TABLE "requests" ALTER COLUMN "state" SET STATISTICS 0, ALTER COLUMN "next_step_at" SET STATISTICS 0;
ALTER TABLE "nonces" ALTER COLUMN "closed_hash" SET STATISTICS 0, ALTER COLUMN "abandoned_at" SET STATISTICS 0;
ALTER TABLE "nonce_members" ALTER COLUMN "is_open" SET STATISTICS 0;
ALTER TABLE "sponsor_charges" ALTER COLUMN "settled_at" SET STATISTICS 0;
