-- Built beside running writers. Each is dropped first: an interrupted CREATE INDEX CONCURRENTLY leaves an index that is not used.

-- Orders that wait for their user's money, by the user or the address that is to pay, and by the client that made them: orders
-- of other clients for the same user or address are not read.
DROP INDEX CONCURRENTLY IF EXISTS "orders_unfunded_user_client_idx";
CREATE INDEX CONCURRENTLY "orders_unfunded_user_client_idx" ON "orders"("user_id", "client_hash") WHERE "status" = 'created';
DROP INDEX CONCURRENTLY IF EXISTS "intents_unfunded_client_idx";
CREATE INDEX CONCURRENTLY "intents_unfunded_client_idx" ON "intents"("creator", "client_hash")
WHERE "side" = 'source' AND "status" = 'awaiting';

-- The indexes that they replace.
DROP INDEX CONCURRENTLY IF EXISTS "orders_unfunded_idx";
DROP INDEX CONCURRENTLY IF EXISTS "intents_unfunded_idx";
