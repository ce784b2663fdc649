-- The deadlines that a quote's escrows will have, unix seconds by each chain's own clock, and the seconds in which its user
-- can still choose. Null: the deadlines are counted from the order.
ALTER TABLE "quotes"
  ADD COLUMN "source_cancel_after" BIGINT,
  ADD COLUMN "dest_cancel_after" BIGINT,
  ADD COLUMN "free_option_secs" BIGINT;
