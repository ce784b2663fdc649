-- Built beside running writers. Each is dropped first: an interrupted CREATE INDEX CONCURRENTLY leaves an index that is not used.

-- Orders by the chain where the asked asset arrives.
DROP INDEX CONCURRENTLY IF EXISTS "orders_asked_chain_idx";
CREATE INDEX CONCURRENTLY "orders_asked_chain_idx" ON "orders"(split_part("dest_asset", ':', 1), "created_at", "order_id");

-- Hop orders by their hub.
DROP INDEX CONCURRENTLY IF EXISTS "orders_hub_chain_idx";
CREATE INDEX CONCURRENTLY "orders_hub_chain_idx" ON "orders"("dest_chain", "created_at", "order_id") WHERE "hub_asset" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "orders_hub_asset_idx";
CREATE INDEX CONCURRENTLY "orders_hub_asset_idx" ON "orders"("hub_asset", "created_at", "order_id") WHERE "hub_asset" IS NOT NULL;
