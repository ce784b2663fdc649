-- Intents whose status a deadline made: a reorg that sets the chain's clock back takes it away again.
CREATE INDEX "intents_made_by_time_idx" ON "intents"("chain", "cancel_after") WHERE "status" IN ('cancellable', 'expired');
