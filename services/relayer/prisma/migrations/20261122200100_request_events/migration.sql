-- As for the requests: the view is for workers of the release before.
ALTER TABLE "settlement_events" RENAME TO "request_events";
ALTER TABLE "request_events" RENAME COLUMN "settlement_id" TO "request_id";
ALTER TABLE "request_events" RENAME CONSTRAINT "settlement_events_settlement_id_fkey" TO "request_events_request_id_fkey";
ALTER INDEX "settlement_events_pkey" RENAME TO "request_events_pkey";
ALTER INDEX "settlement_events_settlement_id_idx" RENAME TO "request_events_request_id_idx";
ALTER SEQUENCE "settlement_events_id_seq" RENAME TO "request_events_id_seq";

CREATE VIEW "settlement_events" AS
SELECT "id", "request_id" AS "settlement_id", "from_state", "to_state", "reason", "created_at", "event" FROM "request_events";
