-- Retention looks for old nonces that were filled.
CREATE INDEX "nonce_slots_filled_idx" ON "nonce_slots"("created_at")
    WHERE "abandoned_at" IS NOT NULL AND "closed_hash" IS NOT NULL;
