-- As for the requests: the view is for workers of the release before.
ALTER TABLE "slot_members" RENAME TO "nonce_members";
ALTER TABLE "nonce_members" RENAME COLUMN "settlement_id" TO "request_id";
ALTER TABLE "nonce_members" RENAME COLUMN "beside" TO "hedge_number";
ALTER TABLE "nonce_members" RENAME CONSTRAINT "slot_members_settlement_id_fkey" TO "nonce_members_request_id_fkey";
ALTER TABLE "nonce_members" RENAME CONSTRAINT "slot_members_chain_signer_nonce_fkey" TO "nonce_members_chain_signer_nonce_fkey";
ALTER INDEX "slot_members_pkey" RENAME TO "nonce_members_pkey";
ALTER INDEX "slot_members_settlement_id_idx" RENAME TO "nonce_members_request_id_idx";
ALTER INDEX "slot_members_open_idx" RENAME TO "nonce_members_open_idx";

CREATE VIEW "slot_members" AS
SELECT "chain", "signer", "nonce", "request_id" AS "settlement_id", "is_open", "hedge_number" AS "beside" FROM "nonce_members";
