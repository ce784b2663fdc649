-- Built beside running writers. It is dropped first: an interrupted CREATE INDEX CONCURRENTLY leaves an index that is not used.

-- Orders by the transaction that delivers a hop on its final chain.
DROP INDEX CONCURRENTLY IF EXISTS "intents_delivery_tx_hash_idx";
CREATE INDEX CONCURRENTLY "intents_delivery_tx_hash_idx" ON "intents"("bridge_delivery_tx_hash")
WHERE "bridge_delivery_tx_hash" IS NOT NULL;
