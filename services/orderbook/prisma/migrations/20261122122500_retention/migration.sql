-- Built beside running writers. Each is dropped first: an interrupted CREATE INDEX CONCURRENTLY leaves an index that is not used.

-- Deliveries by age, for their retention.
DROP INDEX CONCURRENTLY IF EXISTS "webhook_deliveries_created_at_idx";
CREATE INDEX CONCURRENTLY "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");

-- Orders that wait for their user's money, by user and by the address that is to pay: a small part of the tables.
DROP INDEX CONCURRENTLY IF EXISTS "orders_unfunded_idx";
CREATE INDEX CONCURRENTLY "orders_unfunded_idx" ON "orders"("user_id") WHERE "status" = 'created';
DROP INDEX CONCURRENTLY IF EXISTS "intents_unfunded_idx";
CREATE INDEX CONCURRENTLY "intents_unfunded_idx" ON "intents"("creator") WHERE "side" = 'source' AND "status" = 'awaiting';
