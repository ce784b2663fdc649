-- Eight indexes serve the lists of orders: `src/orders/db/order-filter.ts` has their conditions.

DROP INDEX "orders_user_id_status_created_at_order_id_idx";
DROP INDEX "orders_source_chain_created_at_order_id_idx";
DROP INDEX "orders_source_asset_created_at_order_id_idx";
DROP INDEX "orders_dest_asset_created_at_order_id_idx";
DROP INDEX "orders_asked_chain_idx";
DROP INDEX "orders_hub_chain_idx";
DROP INDEX "orders_hub_asset_idx";
DROP INDEX "orders_created_idx";
DROP INDEX "intents_create_tx_hash_idx";
DROP INDEX "intents_claim_tx_hash_idx";
DROP INDEX "intents_cancel_tx_hash_idx";
DROP INDEX "intents_delivery_tx_hash_idx";

-- 1. All orders, and a span of time. Beside it stay 2, `orders_user_id_created_at_order_id_idx`: a user's orders; 3,
-- `orders_status_created_at_order_id_idx`: those of a status; and 4, `orders_updated_at_order_id_idx`: what has changed since.
CREATE INDEX "orders_created_at_order_id_idx" ON "orders"("created_at", "order_id");
-- 5 and 6. The chain and the asset of either side, where few orders have them; where many do, they are among the newest of all. The
-- keys have few values, so these indexes are small.
CREATE INDEX "orders_source_asset_idx" ON "orders"("source_chain", "source_asset");
CREATE INDEX "orders_dest_asset_idx" ON "orders"(split_part("dest_asset", ':', 1), "dest_asset");
-- 7 and 8 stay, `intents_creator_created_at_order_id_idx` and `intents_recipient_created_at_order_id_idx`: an address.

-- Finds the order of a transaction (order-filter.ts): one index of all four, without the sides that have none.
CREATE INDEX "intents_tx_hashes_idx" ON "intents"
USING gin ((ARRAY["create_tx_hash", "claim_tx_hash", "cancel_tx_hash", "bridge_delivery_tx_hash"]))
WHERE "create_tx_hash" IS NOT NULL OR "claim_tx_hash" IS NOT NULL OR "cancel_tx_hash" IS NOT NULL OR "bridge_delivery_tx_hash" IS NOT NULL;

-- What each other index of the two tables is for:
COMMENT ON INDEX "orders_commitment_hash_key" IS 'One order for each hash (order.store.ts); finds an order by its hash (order-filter.ts).';
COMMENT ON INDEX "orders_quote_id_key" IS 'One order for each quote (order.store.ts).';
COMMENT ON INDEX "intents_swap_id_chain_key" IS 'The vault of an event (chain-event.store.ts); an address that is a vault (order.store.ts); finds an order by its vault.';
COMMENT ON INDEX "orders_source_due_idx" IS 'Orders that the clock of their source chain changes (deadline.store.ts).';
COMMENT ON INDEX "orders_dest_due_idx" IS 'Orders that the clock of their destination chain changes (deadline.store.ts).';
COMMENT ON INDEX "orders_completed_idx" IS 'The newest completed orders of a route (route-times.store.ts).';
COMMENT ON INDEX "orders_maker_idx" IS 'The orders of a maker by day (maker-event.store.ts).';
COMMENT ON INDEX "orders_maker_unfilled_idx" IS 'Orders that a maker may not have filled in time (maker-event.store.ts).';
COMMENT ON INDEX "orders_unfunded_client_idx" IS 'The unfunded orders of a client (unfunded-orders.ts).';
COMMENT ON INDEX "orders_unfunded_user_client_idx" IS 'The unfunded orders of a user by one client (unfunded-orders.ts).';
COMMENT ON INDEX "intents_unfunded_client_idx" IS 'The unfunded orders of a funding address by one client (unfunded-orders.ts).';
COMMENT ON INDEX "intents_overdue_idx" IS 'Sides that a deadline has changed, for a clock that a reorg sets back (deadline.store.ts).';
COMMENT ON INDEX "intents_undelivered_idx" IS 'The hops under way (delivery.store.ts).';
