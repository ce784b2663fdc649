-- As for the requests: the view is for workers of the release before.
ALTER TABLE "nonce_slots" RENAME TO "nonces";
ALTER INDEX "nonce_slots_pkey" RENAME TO "nonces_pkey";
ALTER INDEX "nonce_slots_open_idx" RENAME TO "nonces_open_idx";
ALTER INDEX "nonce_slots_filled_idx" RENAME TO "nonces_filled_idx";

CREATE VIEW "nonce_slots" AS
SELECT "chain", "signer", "nonce", "abandoned_at", "closed_hash", "created_at", "reserved_wei" FROM "nonces";
