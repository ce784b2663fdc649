-- Built beside running writers. Each is dropped first: an interrupted CREATE INDEX CONCURRENTLY leaves an index that is not used.

-- Orders that are funded, or over, and whose client a release of before did not forget: the sweep finds them here. A release that
-- forgets it with the funding never writes to these.
DROP INDEX CONCURRENTLY IF EXISTS "orders_known_client_idx";
CREATE INDEX CONCURRENTLY "orders_known_client_idx" ON "orders"("order_id")
WHERE "client_hash" IS NOT NULL AND "status" <> 'created';
DROP INDEX CONCURRENTLY IF EXISTS "intents_known_client_idx";
CREATE INDEX CONCURRENTLY "intents_known_client_idx" ON "intents"("order_id", "side")
WHERE "client_hash" IS NOT NULL AND "status" <> 'awaiting';
