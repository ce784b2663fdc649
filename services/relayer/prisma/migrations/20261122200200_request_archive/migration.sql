-- As for the requests: the view is for workers of the release before.
ALTER TABLE "settlement_archive" RENAME TO "request_archive";
ALTER INDEX "settlement_archive_pkey" RENAME TO "request_archive_pkey";
ALTER INDEX "settlement_archive_order_id_kind_idx" RENAME TO "request_archive_order_id_kind_idx";
ALTER INDEX "settlement_archive_updated_at_idx" RENAME TO "request_archive_updated_at_idx";

CREATE VIEW "settlement_archive" AS
SELECT "id", "order_id", "kind", "state", "commitment_hash", "payload", "version", "revealed_at", "tx_hash", "mined_block",
       "mined_block_hash", "error_code", "reverts", "created_at", "updated_at", "history"
  FROM "request_archive";
