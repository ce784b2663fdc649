-- The client that asked for an order, beside the address that is to fund it, so that both are found by one index.
ALTER TABLE "intents" ADD COLUMN "client_hash" TEXT;
