-- Built beside running writers. Each is dropped first: an interrupted CREATE INDEX CONCURRENTLY leaves an index that is not used.

-- The orders of an address, in the order of the lists.
DROP INDEX CONCURRENTLY IF EXISTS "intents_creator_created_at_order_id_idx";
CREATE INDEX CONCURRENTLY "intents_creator_created_at_order_id_idx" ON "intents"("creator", "created_at", "order_id");
DROP INDEX CONCURRENTLY IF EXISTS "intents_recipient_created_at_order_id_idx";
CREATE INDEX CONCURRENTLY "intents_recipient_created_at_order_id_idx" ON "intents"("recipient", "created_at", "order_id");
DROP INDEX CONCURRENTLY IF EXISTS "intents_creator_order_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "intents_recipient_order_id_idx";

-- The sweep of quotes looks only at those that were not taken.
DROP INDEX CONCURRENTLY IF EXISTS "quotes_untaken_idx";
CREATE INDEX CONCURRENTLY "quotes_untaken_idx" ON "quotes"("expires_at") WHERE "consumed_at" IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS "quotes_expires_at_idx";

-- The same as intents_overdue_idx.
DROP INDEX CONCURRENTLY IF EXISTS "intents_made_by_time_idx";
