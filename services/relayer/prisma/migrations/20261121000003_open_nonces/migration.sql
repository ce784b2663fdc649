-- Every nonce that is not used yet: also those that serve nobody any more and were not marked so are looked for.
CREATE INDEX "nonce_slots_open_idx" ON "nonce_slots"("chain", "signer", "nonce") WHERE "closed_hash" IS NULL;

DROP INDEX "nonce_slots_abandoned_idx";
