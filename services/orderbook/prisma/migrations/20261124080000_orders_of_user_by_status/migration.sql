-- Built beside running writers. It is dropped first: an interrupted CREATE INDEX CONCURRENTLY leaves an index that is not used.

-- A user's orders of one status: both may have many that lie far apart.
DROP INDEX CONCURRENTLY IF EXISTS "orders_user_id_status_created_at_order_id_idx";
CREATE INDEX CONCURRENTLY "orders_user_id_status_created_at_order_id_idx" ON "orders"("user_id", "status", "created_at", "order_id");
