-- What the transactions of a nonce may cost, wei: no other one is begun with that money before the nonce is used.
ALTER TABLE "nonce_slots" ADD COLUMN "reserved_wei" DECIMAL(78,0) NOT NULL DEFAULT 0;
