CREATE TABLE "shares" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "share_hash" TEXT NOT NULL,
    "share_hashes" TEXT[],
    "least_ready" INTEGER NOT NULL,
    "payload" JSONB NOT NULL,
    "share_ct" BYTEA,
    "share_key_id" TEXT,
    "cancel_after" BIGINT NOT NULL,
    "ready_at" TIMESTAMPTZ(3),
    "given_at" TIMESTAMPTZ(3),
    "next_look_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shares_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "shares_order_id_share_hash_key" ON "shares"("order_id", "share_hash");
CREATE INDEX "shares_next_look_at_idx" ON "shares"("next_look_at");
