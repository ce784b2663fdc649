-- What the maker of a quote signed, kept with the quote and its order. Null where the quote engine made the quote.
ALTER TABLE "quotes" ADD COLUMN "maker_quote" JSONB, ADD COLUMN "runners_up" JSONB;
ALTER TABLE "orders" ADD COLUMN "maker_id" TEXT, ADD COLUMN "maker_quote" JSONB;
-- The record of one maker reads its orders of the last weeks.
CREATE INDEX "orders_maker_idx" ON "orders"("maker_id", "created_at") WHERE "maker_id" IS NOT NULL;
