-- Built beside running writers. It is dropped first: an interrupted CREATE INDEX CONCURRENTLY leaves an index that is not used.

-- Orders that wait for their user's money, by the client that made them: a small part of the table.
DROP INDEX CONCURRENTLY IF EXISTS "orders_unfunded_client_idx";
CREATE INDEX CONCURRENTLY "orders_unfunded_client_idx" ON "orders"("client_hash") WHERE "status" = 'created';
