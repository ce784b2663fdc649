-- Requests, as the glossary calls them. A worker of the release before reads and writes them through a view under the old
-- name, which PostgreSQL updates by itself. The release after this one drops the view. Each table has a migration of its own:
-- none is locked while another is waited for.
ALTER TABLE "settlements" RENAME TO "requests";
ALTER INDEX "settlements_pkey" RENAME TO "requests_pkey";
ALTER INDEX "settlements_order_id_kind_key" RENAME TO "requests_order_id_kind_key";
ALTER INDEX "settlements_due_idx" RENAME TO "requests_due_idx";
ALTER INDEX "settlements_ended" RENAME TO "requests_ended_idx";

CREATE VIEW "settlements" AS
SELECT "id", "kind", "order_id", "chain", "vault", "commitment_hash", "cancel_after", "payload", "secret_ct", "secret_key_id",
       "state", "version", "revealed_at", "tx_hash", "mined_block", "mined_block_hash", "error_code", "last_reason", "reverts",
       "next_step_at", "created_at", "updated_at", "last_reason_code"
  FROM "requests";
