-- As for the settlements.
ALTER TABLE "nonce_slots"
    ALTER COLUMN "closed_hash" TYPE TEXT,
    ALTER COLUMN "closed_hash" SET STATISTICS 0,
    ALTER COLUMN "abandoned_at" TYPE TIMESTAMPTZ(3),
    ALTER COLUMN "abandoned_at" SET STATISTICS 0;
