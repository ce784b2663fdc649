ALTER TABLE "maker_listings" ADD COLUMN "origin" TEXT NOT NULL DEFAULT 'api', ADD COLUMN "network" TEXT;

CREATE TABLE "newcomer_quotes" (
    "quote_id" UUID NOT NULL,
    "maker_id" TEXT NOT NULL,
    "worth_usd" DECIMAL(38,6) NOT NULL,
    "is_proven" BOOLEAN NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "ordered_by" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "newcomer_quotes_pkey" PRIMARY KEY ("quote_id")
);
CREATE INDEX "newcomer_quotes_maker_id_begun_at_idx" ON "newcomer_quotes"("maker_id", "begun_at");
CREATE INDEX "newcomer_quotes_begun_at_idx" ON "newcomer_quotes"("begun_at");
