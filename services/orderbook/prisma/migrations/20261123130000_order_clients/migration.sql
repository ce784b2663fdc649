-- The client that asked for an order, as a hash: what is not funded counts against it, not against the address it names.
ALTER TABLE "orders" ADD COLUMN "client_hash" TEXT;
