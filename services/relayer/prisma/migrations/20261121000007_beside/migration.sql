-- What is revealed may be tried by several signers at once. Without a second one a settlement has at most one open nonce, as
-- before: that is what workers which do not know the column give it.
ALTER TABLE "slot_members" ADD COLUMN "beside" INTEGER NOT NULL DEFAULT 0;

CREATE UNIQUE INDEX "slot_members_open_idx" ON "slot_members"("settlement_id", "beside") WHERE "is_open";

DROP INDEX "slot_members_one_open_idx";
