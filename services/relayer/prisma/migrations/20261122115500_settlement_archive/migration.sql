-- Settlements that ended long ago: what is left of them, without what was tried. Never a secret.
CREATE TABLE "settlement_archive" (
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

    CONSTRAINT "settlement_archive_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "settlement_archive_order_id_kind_idx" ON "settlement_archive"("order_id", "kind");
CREATE INDEX "settlement_archive_updated_at_idx" ON "settlement_archive"("updated_at");

-- What retention looks for.
CREATE INDEX "settlements_ended" ON "settlements"("updated_at")
    WHERE "state" IN ('confirmed', 'superseded', 'rejected', 'lost');
