-- A transaction is replaced when blocks have passed it by, not when time has passed.
ALTER TABLE "tx_attempts" ADD COLUMN "signed_block" BIGINT;
