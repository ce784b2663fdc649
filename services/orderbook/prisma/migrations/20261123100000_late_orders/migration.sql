-- Built beside running writers. It is dropped first: an interrupted CREATE INDEX CONCURRENTLY leaves an index that is not used.

-- Orders whose last change came more than an hour after they were made, or before (a clock was set back), by how late.
DROP INDEX CONCURRENTLY IF EXISTS "orders_late_idx";
CREATE INDEX CONCURRENTLY "orders_late_idx" ON "orders"(
  width_bucket("updated_at" - "created_at", ARRAY[interval '0', interval '1 hour', interval '2 hours', interval '4 hours',
    interval '8 hours', interval '16 hours', interval '32 hours', interval '64 hours', interval '128 hours',
    interval '256 hours', interval '512 hours', interval '1024 hours']), "updated_at", "order_id")
WHERE width_bucket("updated_at" - "created_at", ARRAY[interval '0', interval '1 hour', interval '2 hours', interval '4 hours',
    interval '8 hours', interval '16 hours', interval '32 hours', interval '64 hours', interval '128 hours',
    interval '256 hours', interval '512 hours', interval '1024 hours']) <> 1;
