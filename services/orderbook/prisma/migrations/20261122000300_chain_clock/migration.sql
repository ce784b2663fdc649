-- Deadlines are judged by the time of the newest block whose facts all count, not by the head's.
ALTER TABLE "chain_cursors"
ADD COLUMN     "counted_number" BIGINT,
ADD COLUMN     "clock" BIGINT,
ADD COLUMN     "clock_number" BIGINT,
ADD COLUMN     "read_at" TIMESTAMPTZ(3);

ALTER TABLE "chain_blocks" ADD COLUMN     "timestamp" BIGINT;

-- What time has done so far stands until the first counted block is known.
UPDATE "chain_cursors" SET "clock" = "head_timestamp", "read_at" = "updated_at";

-- Sides that a deadline has changed, and that a clock set back by a reorg changes again.
CREATE INDEX "intents_overdue_idx" ON "intents"("chain", "cancel_after") WHERE "status" IN ('cancellable', 'expired');
