-- AlterTable
ALTER TABLE "intents" ADD COLUMN     "bridge_delivery_tx_hash" TEXT;

-- The dispatch of a message, by which an event on the final chain finds its order.
CREATE INDEX "chain_events_dispatch_idx" ON "chain_events"(("payload" ->> 'messageId')) WHERE "kind" = 'hop_dispatched';

-- The hops under way: few rows of many.
CREATE INDEX "intents_undelivered_idx" ON "intents"("final_chain") WHERE "bridge_state" IN ('dispatched', 'failed');
