-- The order that a maker is asked to stand by: its commitment hash, and the identifier that it will have. Null: none yet.
ALTER TABLE "quotes"
  ADD COLUMN "claimed_hash" TEXT,
  ADD COLUMN "claimed_order_id" UUID;
