-- Built beside running writers. It is dropped first: an interrupted CREATE INDEX CONCURRENTLY leaves an index that is not used.

-- How many webhooks a client has: without an API key each network is one.
DROP INDEX CONCURRENTLY IF EXISTS "webhooks_client_network_hash_idx";
CREATE INDEX CONCURRENTLY "webhooks_client_network_hash_idx" ON "webhooks"("client", "network_hash");
