-- Built beside running writers. Each is dropped first: an interrupted CREATE INDEX CONCURRENTLY leaves an index that is not used.

-- The newest completed orders of a route: how long they took.
DROP INDEX CONCURRENTLY IF EXISTS "orders_completed_idx";
CREATE INDEX CONCURRENTLY "orders_completed_idx" ON "orders"("source_asset", "dest_asset", "completed_at") WHERE "completed_at" IS NOT NULL;

-- Lists ask for the chain of the asked asset, or for hops by their hub, and have an index for either.
DROP INDEX CONCURRENTLY IF EXISTS "orders_dest_chain_created_at_order_id_idx";
